import type { Rules } from '../../lib/rules';

export const en: Rules = {
  title: 'Rules of Ticket to Ride',
  lead: 'Collect cards, lay wagons between cities, and join the cities of your tickets before somebody runs out of wagons.',
  parts: [
    {
      title: 'Pieces and setup',
      rules: [
        ['T1', 'Two to five players. Each has 45 wagons of one colour.'],
        [
          'T2',
          'There are 110 train cards: twelve of each of eight colours and fourteen locomotives. There are 30 tickets, and ten points for the longest path.',
        ],
        ['T3', 'Everybody starts with no points (the “1” of the printed Russian rules is a slip).'],
        ['T4', 'Each player is dealt four cards; then five are laid face up in a row.'],
        ['T5', 'If three or more locomotives lie in the first row, it is laid anew (T15).'],
        [
          'T6',
          'Each player gets three tickets and keeps two or three. All choose at the same time and in secret. Returned tickets go under the ticket deck in seat order, once everybody has chosen.',
        ],
        [
          'T7',
          'Hands and tickets are secret. Everybody sees how many cards, tickets and wagons each player has, the route points, the row, the size of the deck and the discards.',
        ],
        ['T8', 'The first player is drawn by lot. Play goes clockwise.'],
      ],
    },
    {
      title: 'A turn: cards',
      rules: [
        ['T9', 'On your turn do one thing: take cards, claim one route, or draw tickets. You may not pass.'],
        [
          'T10',
          'Taking cards means two of them, one after the other, each from the row or blind from the deck. The second is compulsory if you can take one.',
        ],
        ['T11', 'A card taken from the row is replaced at once.'],
        ['T12', 'A face-up locomotive taken as the first card is the whole turn.'],
        ['T13', 'A face-up locomotive can never be the second card, even if it has only just been turned up.'],
        ['T14', 'A locomotive drawn blind counts as one ordinary card.'],
        [
          'T15',
          'When three or more locomotives lie face up, the whole row is discarded and laid anew, whenever that happens. It does not cost you a card.',
        ],
        [
          'T16',
          'The row stays if too few other cards are left to lay one without three locomotives. It is checked again when cards are discarded.',
        ],
        ['T17', 'The same goes for a row of fewer than five cards.'],
        ['T18', 'There is no hand limit.'],
        ['T19', 'When the deck is empty and a card is needed, the discards are shuffled and become the deck.'],
        [
          'T20',
          'You may take cards only if there is one. If only face-up locomotives are left, you may take one of them.',
        ],
        ['T21', 'If there is no second card to take, the turn ends after one.'],
        ['T22', 'A row that could not be filled is filled as soon as there are discards.'],
      ],
    },
    {
      title: 'A turn: routes',
      rules: [
        ['T23', 'Claim any free route, anywhere on the map, one per turn.'],
        ['T24', 'Pay as many cards as the route has spaces, all of its colour. A grey route takes any one colour.'],
        [
          'T25',
          'A locomotive stands for any card. You may pay with locomotives alone, and with more of them than you need.',
        ],
        ['T26', 'You need a wagon for every space.'],
        [
          'T27',
          'The cards are discarded, the wagons laid, and the points counted at once: 1, 2, 4, 7, 10 and 15 for one to six spaces.',
        ],
        [
          'T28',
          'Nobody may own both halves of a double route. With two or three players the second half is closed once one is taken.',
        ],
      ],
    },
    {
      title: 'A turn: tickets',
      rules: [
        [
          'T29',
          'Take the top three tickets, or what is left, and keep at least one. The others go to the bottom, in an order that nobody else learns. If none is left, you cannot draw.',
        ],
        ['T30', 'Tickets you keep are never returned. You may have any number of them.'],
      ],
    },
    {
      title: 'The end',
      rules: [
        [
          'T31',
          'When a player ends a turn with two wagons or fewer, everybody has one more turn, including that player.',
        ],
        [
          'T32',
          'Then the tickets are shown. A ticket whose cities your own routes join adds its points; any other takes them away.',
        ],
        [
          'T33',
          'The longest path, counted in wagons, brings ten points. It may pass a city more than once, but each route only once. All who tie for it get the points.',
        ],
        [
          'T34',
          'Whoever has the most points wins; on a tie, whoever completed more tickets, then whoever has the longer path; after that the win is shared.',
        ],
        [
          'T35',
          'A player who can do nothing passes. If all pass in a row, the game is over and is scored. If drawing tickets is all you can do, you must draw them.',
        ],
      ],
    },
    {
      title: 'Ticket sets',
      rules: [
        [
          'T36',
          '1910: 35 tickets. Three are dealt, at least two kept; three are drawn, at least one kept. The longest path brings nothing. Instead the Globetrotter brings 15 points to whoever completed the most tickets; all who tie get them, but nobody gets them for none.',
        ],
        [
          'T37',
          'Mega: all 69 tickets. Five are dealt, at least three kept; four are drawn, at least one kept. Both the longest path and the Globetrotter count.',
        ],
        [
          'T38',
          'Big cities: 35 tickets, each with Chicago, Dallas, Houston, Los Angeles, Miami, New York or Seattle. Four are dealt, at least two kept; four are drawn, at least one kept. There is no bonus.',
        ],
        [
          'T39',
          'If fewer tickets are left than a draw takes, all of them are drawn. Ties are broken as in the base game, by the longer path too where it brings no points.',
        ],
        [
          'T40',
          'A map of your own states for each set what is dealt, kept and drawn, and its bonuses. What it does not state is as in the base game.',
        ],
      ],
    },
  ],
};
