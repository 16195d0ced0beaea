/** Plots of a person's page: where things stand, so that components only draw. */

export interface Plot {
  /** Horizontal lines with their values. */
  ticks: number[];
  y: (value: number) => number;
  x: (index: number) => number;
}

/** Round steps that cover all values, three to six of them. */
export function ticks(low: number, high: number): number[] {
  const span = Math.max(1, high - low);
  const unit = 10 ** Math.floor(Math.log10(span));
  const step = Math.max(1, [0.2, 0.5, 1, 2].map((part) => part * unit).find((each) => span / each <= 5) ?? unit);
  const first = Math.floor(low / step) * step;
  return Array.from({ length: Math.ceil((high - first) / step) + 1 }, (_, i) => first + i * step);
}

export function plot(
  values: number[],
  count: number,
  box: { left: number; right: number; top: number; bottom: number },
): Plot {
  const lines = ticks(Math.min(...values), Math.max(...values));
  const [low, high] = [lines[0], Math.max(lines[lines.length - 1], lines[0] + 1)];
  return {
    ticks: lines,
    y: (value) => box.bottom - ((value - low) / (high - low)) * (box.bottom - box.top),
    x: (index) => (count < 2 ? (box.left + box.right) / 2 : box.left + (index / (count - 1)) * (box.right - box.left)),
  };
}

export const path = (points: [number, number][]) =>
  points.map(([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

export interface Day {
  day: string;
  /** Column by week, row by day of the week from Monday. */
  week: number;
  row: number;
}

/** The days of so many weeks up to today, in UTC, as the daily challenge counts them. */
export function weeks(today: string, count: number): Day[] {
  const last = new Date(`${today}T00:00:00Z`);
  const row = (last.getUTCDay() + 6) % 7;
  const total = (count - 1) * 7 + row + 1;
  return Array.from({ length: total }, (_, i) => {
    const each = new Date(last.getTime() - (total - 1 - i) * 86_400_000);
    return { day: each.toISOString().slice(0, 10), week: Math.floor(i / 7), row: i % 7 };
  });
}
