import type { Rules } from '../../lib/rules';

export const en: Rules = {
  title: 'Rules of String Railway',
  lead: 'A loop of string is the field; rails are strings too. Each turn you put down a station and lay one string over as many good stations as it reaches. New stations bring points, crossings cost them.',
  parts: [
    {
      title: 'What lies on the table',
      picture: 'tiles',
      wide: true,
      caption: 'All ten kinds. Dots show how many companies may come',
      rules: [
        [
          'S1',
          'Each company has four short strings, one long one and a base. There are ten kinds of station. Base: 3 for its owner at the start, 2 for others. Central and terminal: 3. Regional and suburban: 2. Rural: 1. City: 3 for its owner, 1 for others. Transit: nothing for its owner, 2 for others. Marshalling yard: 1 for every own string. Scenic: 3 in the mountains, 1 on the plain.',
        ],
        [
          'S2',
          'The stack holds 38 stations: 4 central, 2 city, 5 transit, 6 regional, 3 marshalling yards, 6 suburban, 2 terminal, 8 rural and 2 scenic. The printed rules speak of 35, but their table adds up to 38; an option takes three rural ones out.',
        ],
        [
          'S3',
          'A short string is 300 mm long, a long one 600. The black string is 2400 mm long, the river 500, the mountains 600. A station is a square of 40 mm. For the rules a string is a line without width.',
        ],
      ],
    },
    {
      title: 'Laying the table',
      rules: [
        [
          'S4',
          'Four companies play on a square, three on a triangle, five on a pentagon. With four, the second player lays the field, the third the river, the fourth the mountains. With three, the first lays the field and the second river and mountains. With five, it is the third, the fourth and the fifth. A ready-made table is quicker.',
        ],
        [
          'S5',
          'The river runs inside the field and does not touch itself; one of its ends, not both, may stick out, and three quarters of it lie inside. It may touch the black string from inside. The mountains lie wholly inside and do not touch themselves either; they enclose at least half as much as a square of the same outline. At least nine tenths of each string must be laid. River and mountains may cross. Both keep clear of the corners where bases will lie.',
        ],
        [
          'S6',
          'In seat order everybody takes a free corner. The base lies squarely in it, one of its own corners on the mark; it may touch the black string, and in a sharp corner stick out. Everybody begins with 3 points.',
        ],
        [
          'S7',
          'Two players play on a square and run two companies each: the first player the first and the third, the second player the second and the fourth. Their bases lie in opposite corners, and each company keeps its own score. The best company wins for its player; if the best are level, the other two decide, and if they are level too, it is a draw. Your second company is an opponent like any other.',
        ],
      ],
    },
    {
      title: 'A turn',
      rules: [
        [
          'S8',
          'You draw a station. A rural one brings a second, once a turn. On the very first turn of the game two stations are drawn, or three if one is rural.',
        ],
        [
          'S9',
          'Every drawn station is placed: wholly inside the field, 1 mm or more from every string and station, turned as you like in steps of 15°. City and transit stations take your marker. A station is put aside only if it fits nowhere at all; the server proves it.',
        ],
        [
          'S10',
          'Then you lay one string, short or long. It stays inside the field, where it may run along the black string, and does not touch itself. Both ends lie on stations, one of them on your base or on a station that your strings reach already. It may cross everything else and always lies on top.',
        ],
        [
          'S11',
          'A string that touches a tile, even at its edge, connects it. It may come to the same station only once.',
        ],
        [
          'S12',
          'A rural station takes one company, a suburban or scenic one two, a regional one or a marshalling yard three, any other all five. A full station may not be touched by a further company. A company that is there already may come again.',
        ],
        ['S13', 'At a terminal a string begins or ends; it cannot pass through.'],
        ['S14', 'A way may be shorter than the string: the rest lies in small waves and coils and counts for nothing.'],
        [
          'S15',
          'If no string can be laid, a short one is given up for no points, a long one only if no short one is left. The server decides this by the shortest way around the stations that may not be touched, to within 0.3 mm for each bend.',
        ],
      ],
    },
    {
      title: 'Counting',
      rules: [
        ['S16', 'Every station that is new for your company brings its points.'],
        [
          'S17',
          'Every crossing with another string costs 1: river, mountains, others’ rails and your own. To cross is to change sides: a string that only touches another, or runs along it and returns, pays nothing, and an end on the other string is no crossing. A crossing on a station, its edge included, is free. In the expert variant crossing another company’s rail costs 2.',
        ],
        [
          'S18',
          'When an opponent’s string touches a base or a city station, its owner loses 1. At a transit station the owner gains 1. That holds for every string, also one that only begins there; an option counts only the first string of each opponent.',
        ],
        ['S19', 'A marshalling yard brings 1 for every own string on it.'],
        ['S20', 'Points may fall below zero.'],
      ],
    },
    {
      title: 'The end, and other fields',
      rules: [
        [
          'S21',
          'The game ends when all strings are laid: five rounds, or with five players four rounds of one long and three short strings. Whoever has the most points wins; a tie is shared.',
        ],
        [
          'S22',
          'The field may have any shape: a circle, an oval, a country, or what a player draws. Its outline is as long as the black string, or 0.6 to 2 times as long if you choose so. The marks for the bases lie evenly along it, from the first place where all of them fit, or where you put them. A field without room for the bases, the river or the mountains is refused, and so is one with a hole.',
        ],
      ],
    },
  ],
};
