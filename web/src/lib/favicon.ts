/** The icon of the window, with a green light while it is one's turn. */
export function mark(turn: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const address = turn ? '/icon-turn.svg' : '/icon.svg';
  if (link && link.getAttribute('href') !== address) link.setAttribute('href', address);
}
