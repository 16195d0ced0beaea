import type { Rules } from '../../lib/rules';

export const en: Rules = {
  title: 'Stephenson’s Rocket',
  lead: 'Seven railways grow across the map. Everybody may drive every locomotive, and nobody owns a line: shares, stations and cubes decide who profits from it. Whoever has the most prestige points wins.',
  parts: [
    {
      title: 'Set-up',
      rules: [
        [
          'R1',
          'Two to four players; nothing changes for two. Each of the seven lines has a locomotive waiting in its start town. Which way it faces means nothing before its first move. The three boards are our own: hexes and places of the towns were reconstructed from real geography with the printed counts, since the printed layouts are not public.',
        ],
        ['R2', 'You have seven stations, as many cubes as you need, no shares and no points.'],
        [
          'R3',
          'In stock there are 60 track tiles, 12 junctions for two lines and 4 for three, 9 passengers, 12 city cubes. The first player is drawn by lot and play goes clockwise; from then on everything is open and nothing is left to chance.',
        ],
      ],
    },
    {
      title: 'Your turn',
      rules: [
        [
          'R4',
          'Take exactly two actions, each one of these: extend a line, invest, build a station. The same kind twice is fine, the same line twice is not. If A merged into B in your first action, you may extend B in the second. An action that you cannot take is lost.',
        ],
      ],
    },
    {
      title: 'Extending a line',
      rules: [
        [
          'R5',
          'You may extend any line that is not closed and can move. Out of its start town a locomotive goes to any neighbouring hex; later straight ahead or one step to the left or right. It then faces the way it moved.',
        ],
        [
          'R6',
          'The hex must be on the map, without a town (a start town that was left counts too), without track, without a locomotive. Stations do not block.',
        ],
        [
          'R7',
          'You take one share of the line at once, unless the line is isolated. There is no limit to shares: past ten the count simply goes round again.',
        ],
        [
          'R8',
          'Leaving a hex needs a track tile in stock, unless it is a start town or a junction is due there (R30).',
        ],
      ],
    },
    {
      title: 'The veto',
      picture: 'veto',
      caption:
        'The mover wants hex 2 with its station. A holder of shares may bid for another of the three hexes; the mover needs only to equal the best bid.',
      rules: [
        [
          'R9',
          'Every other player with a share of this line may call for a veto round. Only they are asked, in order, and only where a veto could change something; if nobody calls, the move stands.',
        ],
        [
          'R10',
          'The round is one pass around the table from the mover’s left; the mover speaks last and everybody speaks once. Whoever holds shares may bid, even without having called.',
        ],
        [
          'R11',
          'A bid is a number of your shares of that line, higher than the best so far, together with a hex that is legal for this move. The hex that the mover chose is allowed too.',
        ],
        [
          'R12',
          'The mover can only defend the hex first chosen, and needs only to equal the best bid. The share just taken counts.',
        ],
        [
          'R13',
          'The winner pays the shares bid; nobody else pays. Without a bid the move stands. A move can be turned aside, never stopped.',
        ],
      ],
    },
    {
      title: 'Track and passenger',
      rules: [
        [
          'R14',
          'A track tile goes onto the hex that was left: never onto a start town, never under a locomotive. A station stays on top.',
        ],
        [
          'R15',
          'If the locomotive ends on another player’s station, the mover takes a passenger while there are any. If there were bids, only a mover who won the round takes one: an opponent who wins with the same hex denies it.',
        ],
      ],
    },
    {
      title: 'Investing and stations',
      rules: [
        [
          'R16',
          'Put a cube on any free slot of the chart. A town has three slots, two of one industry and one of another. Cubes never move. You may invest in towns that are already connected.',
        ],
        [
          'R17',
          'Build a station from your stock, or move one of yours that is not yet on a line, even if you have some left.',
        ],
        [
          'R18',
          'Its hex holds no town, track, locomotive or station, and touches no locomotive (one in its start town included) and no station. A station being moved is not in its own way, but it may not stay where it is.',
        ],
        ['R19', 'A station is on a line when its hex belongs to the line, the locomotive’s own hex included.'],
      ],
    },
    {
      title: 'Points on the way',
      rules: [
        [
          'R20',
          'The locomotive stops beside a regular town new to its line: most cubes in that town 2 points, second 1. Without cubes nobody scores. The first line to connect the town puts the city cube on the chart. Several towns in one move all score.',
        ],
        [
          'R21',
          'Beside a railway town new to its line: most stations on this line score 1 for each town of any kind connected to it, second half of that, rounded down. The start town and the towns of this move count. Two railway towns in one move score twice.',
        ],
        ['R22', 'Another line’s start town scores nothing itself but counts as a connected town.'],
        [
          'R23',
          'A town counts once for a line. After a merger the closed line’s towns are the survivor’s and do not score again.',
        ],
      ],
    },
    {
      title: 'Mergers',
      picture: 'merger',
      caption:
        'GER goes to hex 1 beside the green line: first Cambridge scores, 1 point each for a tie, then GER closes. It connects three towns, so its shares pay 3 and 1.',
      rules: [
        [
          'R24',
          'A merger happens when the moved locomotive stands next to a hex of another line, on any of its six sides: its track, or its locomotive outside a start town. A line that has never moved is only a town to connect.',
        ],
        [
          'R25',
          'The moved line closes, however large it is. Beside several lines the mover picks one; there is no chain.',
        ],
        ['R26', 'The order: share, veto, tile, passenger, regular towns, railway towns, merger.'],
        ['R27', 'Most shares of the closed line score 1 for each of its towns, second half, rounded down.'],
        ['R28', 'Then everybody changes two shares of the closed line into one of the survivor; an odd one is lost.'],
        [
          'R29',
          'The locomotive leaves the board. The hexes, stations and towns belong to the survivor, which keeps its own locomotive and heading.',
        ],
        [
          'R30',
          'The removed locomotive’s hex takes a track tile of the 60 (if there is one left). The survivor’s tile where they meet becomes a junction, a junction of two one of three; replaced tiles leave the game. Under a locomotive the junction is laid when it leaves, and no track tile is used then.',
        ],
      ],
    },
    {
      title: 'Isolated lines',
      rules: [
        [
          'R31',
          'A line that can no longer reach a new town and can no longer merge is isolated. Its shares stay and it can be extended, but it gives no more shares.',
        ],
        [
          'R32',
          'Exactly: its locomotive can never move again; or, moving by its rule over free hexes, it can reach no hex beside a town new to it, and no merger is possible either way: it can come beside no hex that another line owns or could still reach, and no other locomotive can come beside a hex that this line owns or could still reach. This is checked for all lines after every action and is for good. The share of the isolating move is kept. Another line may still merge into an isolated one.',
        ],
      ],
    },
    {
      title: 'The end',
      rules: [
        [
          'R33',
          'The game ends after a full turn when at most one line is neither closed nor isolated, or when the 60 track tiles are used. The second action of that turn is still played.',
        ],
        ['R34', 'Passengers: most 6, second 3.'],
        ['R35', 'Cubes of towns that no line connected are dropped. Then each industry: most 6, second 3.'],
        [
          'R36',
          'For each line that is not closed, isolated ones included: most stations on it 1 for each connected town, second half, rounded down; the same again for shares.',
        ],
        ['R37', 'Whoever has the most points wins; a tie is shared.'],
        [
          'R38',
          'Tied for first anywhere: the points of first and second are added and divided, rounded down, and there is no second. Tied for second: the second’s points are divided, rounded down. Whoever has none of a thing never ranks.',
        ],
        [
          'R39',
          'Our ruling, since stations may be moved without end: the game also ends after a turn when for a whole round, two actions of every player, stations were only moved. While it goes on there is always a line to extend, so this is everybody’s choice.',
        ],
      ],
    },
  ],
};
