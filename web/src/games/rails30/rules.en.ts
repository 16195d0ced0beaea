import type { Rules } from '../../lib/rules';

export const en: Rules = {
  title: 'Rules of 30 Rails',
  lead: 'Each player has a sheet of six by six cells. Two dice say where something may be drawn and what. After thirty turns the stations that are joined by rail score, and so do those that reach the mine.',
  parts: [
    {
      title: 'Before the first turn',
      picture: 'setup',
      caption: 'Five mountains, the mine beside one of them, four stations, the bonus cell',
      rules: [
        [
          'L1',
          'The white die is rolled for each row, from the top down. It names the column where that row gets a mountain. Once in the game you may leave a mountain out; you decide on seeing its roll, before the next one.',
        ],
        ['L2', 'Then you place the mine: in an empty cell that has a mountain above, below or beside it.'],
        [
          'L3',
          'Stations 1 to 4 stand on the border, one on each of the four sides. Which number goes where is up to you. A station in front of a mountain is allowed, though no train will ever leave it.',
        ],
        ['L4', 'Last comes the bonus cell: any empty cell. It stays free for track.'],
      ],
    },
    {
      title: 'A turn',
      picture: 'turn',
      caption: 'The white die shows 2: the free cells of row 2 and of column 2',
      rules: [
        [
          'L5',
          'There are 30 turns. Both dice are rolled and everybody fills one cell; nobody may pass. A track need not connect to anything: it may end nowhere or run off the field.',
        ],
        [
          'L6',
          'The white die names a row and a column of the same number. Draw in an empty cell of either. If both are full, any empty cell will do. Mountains, the mine, tracks and crosses fill a cell.',
        ],
        ['L9', 'With six mountains only 29 cells are free. The game then ends when the last is filled.'],
        [
          'L10',
          'You have two jokers, each good for one turn of the game: one sets the white die to any value you like, the other the coloured die. Both may be used in the same turn. They change the dice for you alone.',
        ],
      ],
    },
    {
      title: 'Six kinds of track',
      picture: 'tracks',
      wide: true,
      rules: [
        [
          'L7',
          'The coloured die says which track is drawn. You may turn it as you wish, and the junction may also be mirrored. There are 21 drawings in all.',
        ],
        [
          'L8',
          'A train never turns back on itself. Through a fork it goes between the stem and a branch; through a junction along the straight, or between its shared end and the branch. It never goes from branch to branch.',
        ],
      ],
    },
    {
      title: 'Points',
      picture: 'score',
      caption: 'Stations 1 and 2: 1 for the link, 6 cells, 2 for the bonus cell, 9 in all',
      rules: [
        [
          'L11',
          'Two joined stations score their link (1–2: 1, 1–3: 2, 1–4 and 2–3: 3, 2–4: 4, 3–4: 5), one point for each cell of the route, and 2 more if it crosses the bonus cell: once a route, even if it passes there twice.',
        ],
        ['L12', 'A route may not pass another station or the mine on its way.'],
        [
          'L13',
          'A route may not use the same piece of track twice. It may cross itself on a bridge, and it may use both curves of a cell that has two.',
        ],
        ['L14', 'A cell that a route passes twice on different tracks counts twice.'],
        ['L15', 'If there are several routes, the shortest counts; among equally short ones, one over the bonus cell.'],
        [
          'L16',
          'Stations with a route to the mine score together: one 2, two 6, three 12, four 20. A station right beside the mine’s cell counts as joined.',
        ],
        ['L17', '40 points are not bad, 50 are good, 60 are splendid.'],
      ],
    },
    {
      title: 'In company',
      rules: [
        [
          'L18',
          'All use the same dice and decide the rest alone, at the same time. The next roll comes when everybody has drawn. Whoever has the most points wins; a tie is shared.',
        ],
      ],
    },
    {
      title: 'The variant with shares',
      rules: [
        [
          'L19',
          'There are no jokers. Instead of drawing you may buy shares: the higher of the two dice is added to the shares of a pair you choose, and you cross out any one empty cell, whatever the white die shows: no track can be drawn there any more.',
        ],
        [
          'L20',
          'A pair then scores its shares or its route, whichever is lower. Without shares it scores nothing. The mine scores as always.',
        ],
      ],
    },
  ],
};
