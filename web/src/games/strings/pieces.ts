/** How long a string that is left is drawn where it is small: told apart by length, as on the table. */
export const LENGTH = { short: 14, long: 28 } as const;
