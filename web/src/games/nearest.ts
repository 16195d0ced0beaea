/** For boards whose places are chosen by the arrow keys. */
type Spot = [across: number, down: number];

/** The nearest of them in an arrow's direction; what lies aside counts `aside` times as far. */
export function nearest<T>(
  all: T[],
  from: T,
  place: (each: T) => Spot,
  [across, down]: Spot,
  aside = 3,
): T | undefined {
  const [x, y] = place(from);
  const far = ([dx, dy]: Spot) => (down ? Math.abs(dy) + aside * Math.abs(dx) : Math.abs(dx) + aside * Math.abs(dy));
  return all
    .map((each) => ({ each, to: [place(each)[0] - x, place(each)[1] - y] as Spot }))
    .filter(({ to }) => to[0] * across + to[1] * down > 0.5)
    .sort((a, b) => far(a.to) - far(b.to))[0]?.each;
}
