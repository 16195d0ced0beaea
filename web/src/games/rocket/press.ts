/** A shape that can be pressed, by pointer and by keys. */
export const press = (what: () => void) => ({
  onclick: what,
  onkeydown: (event: KeyboardEvent) => {
    if (event.key !== ' ' && event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
    what();
  },
});
