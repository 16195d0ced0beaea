/** Days of the daily challenge, which begin at midnight UTC. */

export function dateOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

/** The number of a day in its year. */
export function dayNumber(day: string): number {
  return Math.round((dateOf(day).getTime() - Date.UTC(dateOf(day).getUTCFullYear(), 0, 1)) / 86_400_000) + 1;
}

/** Hours and minutes until a moment. */
export function until(end: number, now = Date.now() / 1000): { h: number; m: number } {
  const minutes = Math.max(0, Math.ceil((end - now) / 60));
  return { h: Math.floor(minutes / 60), m: minutes % 60 };
}
