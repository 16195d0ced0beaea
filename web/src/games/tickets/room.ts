/** Which payments the action bar has room for. */

/** The places of the payments that the bar shows: all, or the first ones, with the chosen one last where it is another.
 * A roomy bar has a row of four or two rows of three, a small one a row of two; a button for the rest takes a place. */
export function placesIn(count: number, chosen: number, roomy: boolean): number[] {
  const room = roomy ? (count > 4 ? 6 : 4) : 2;
  const few = count <= room ? count : roomy ? room - 1 : room;
  const places = Array.from({ length: few }, (_, i) => i);
  return chosen < few || !count ? places : [...places.slice(0, -1), chosen];
}
