/** A text in a box of fixed height: takes the lines that there is room for, and tells whether something is cut off. */

/** An attachment of the box: its `p` is the text, its `small` (if any) one line beneath. */
export function clamp(tell: (cut: boolean) => void): (box: HTMLElement) => () => void {
  return (box) => {
    const isCut = (each: HTMLElement | null) => !!each && each.scrollHeight > each.clientHeight + 1;
    const height = (each: HTMLElement) => parseFloat(getComputedStyle(each).lineHeight);
    const measure = () => {
      const [text, detail] = [box.querySelector('p'), box.querySelector('small')];
      if (!text) return;
      const room = box.clientHeight - (detail ? height(detail) + 2 : 0);
      const lines = Math.max(1, Math.floor((room + 1) / height(text)));
      box.style.setProperty('--lines', String(lines));
      // A bar that is a column gives the detail what the text leaves; elsewhere it has one line.
      const left = detail ? Math.max(1, Math.floor((box.clientHeight - text.clientHeight - 1) / height(detail))) : 0;
      box.style.setProperty('--detail', String(left));
      const cut = isCut(text) || isCut(detail);
      if (cut && left > 1) box.style.setProperty('--detail', String(left - 1));
      // What opens the rest stands in the last line, beside the detail or instead of a line of the text.
      if (cut && !detail && lines > 1) box.style.setProperty('--lines', String(lines - 1));
      tell(cut);
    };
    const sizes = new ResizeObserver(measure);
    const words = new MutationObserver(measure);
    sizes.observe(box);
    words.observe(box, { childList: true, characterData: true, subtree: true });
    measure();
    return () => {
      sizes.disconnect();
      words.disconnect();
    };
  };
}
