/** Small pictures: of the industries, 16 by 16. */
export const INDUSTRIES: Record<string, string> = {
  steel: 'M3 2.500h10v3H9.500v5H13v3H3v-3h3.500v-5H3z',
  textiles:
    'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM3 6c3 0 6 2 7.500 7.500M5 3.500c4 .5 7 3.500 8.500 7M2.500 9.500c2.500 0 4 1.500 5 4',
  leather: 'M5 2h4v6l5 2.500V14H4.500V8z',
  brewing: 'M3 4h8v10H3zM11 6.500h3v5h-3M5.500 7v4.500M8.500 7v4.500M3 4c0-2.500 8-2.500 8 0',
  cattle: 'M3 3c0 2 1.500 3 3 3h4c1.500 0 3-1 3-3M5 6v4l1.500 4h3L11 10V6M6.500 11.500h3',
  coal: 'M2.500 10L5 5l4-2 4.500 4-.5 5-5 2zM5 5l3 4 5.500-2M8 9l0 5',
  cotton: 'M8 8.500a3 3 0 1 0-3-3 3 3 0 1 0 0 5.500 3 3 0 0 0 6 0 3 3 0 1 0 0-5.500 3 3 0 0 0-3-3M8 11v4',
  grain:
    'M8 15V3M8 6C6 6 5 5 5 3c2 0 3 1 3 3zM8 6c2 0 3-1 3-3-2 0-3 1-3 3zM8 10c-2 0-3-1-3-3 2 0 3 1 3 3zM8 10c2 0 3-1 3-3-2 0-3 1-3 3z',
  goods: 'M2.500 5L8 2.500 13.500 5v6.500L8 14l-5.500-2.500zM2.500 5L8 7.500 13.500 5M8 7.500V14',
  livestock: 'M3 7.500h8l2-3v3.500l-1.500 1V13.500M3 7.500v6M6 10.500v3M3 7.500L2 10',
  petrochemicals: 'M8 2c3 4 4.500 5.500 4.500 8a4.500 4.500 0 0 1-9 0C3.500 7.500 5 6 8 2zM6 10.500a2 2 0 0 0 2 2',
};

/** 24 by 24: an investment, */
export const CUBE = 'M12 3l8 4.500v9L12 21l-8-4.500v-9zM4 7.500l8 4.500 8-4.500M12 12v9';
/** a veto. */
export const SCALES = 'M12 4v16M8 20h8M5 7h14M5 7l-3 7a3 3 0 0 0 6 0zM19 7l-3 7a3 3 0 0 0 6 0z';
