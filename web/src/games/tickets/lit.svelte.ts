/** The ticket that is lit on the map; the drawer and the board share it. */
export const lit = $state<{ ticket: number | null }>({ ticket: null });
