/** The space between an editor and the edges of the window, in pixels. */
const margin = 4;
/** The height of an editor with its suggestions, where there is room for it, in pixels. */
const openHeight = 240;

/**
 * Returns where the editor of a cell is wholly within the window: over the cell, moved to the left
 * if it is too wide, and opened upwards if there is more room above than below.
 */
export function editorPlace(
  cell: { readonly left: number; readonly top: number; readonly bottom: number },
  width: number,
  window: { readonly width: number; readonly height: number },
) {
  const left = Math.max(margin, Math.min(cell.left, window.width - margin - width));
  const top = Math.max(
    margin,
    Math.min(cell.top, window.height - margin - (cell.bottom - cell.top)),
  );
  const below = window.height - margin - top;
  const above = cell.bottom - margin;
  if (below >= openHeight || below >= above) return { left, top, maxHeight: below };
  return { left, bottom: window.height - cell.bottom, maxHeight: above };
}

/**
 * Shows an editor above everything else, so that neither the grid nor a footer cuts it, keeps it
 * over its cell, and focuses its input at the end of the text. Returns the clean-up function.
 */
export function openEditor(editor: HTMLElement | null): (() => void) | undefined {
  const cell = editor?.closest('td');
  if (!editor || !cell) return undefined;
  // The keyboard can lead to cells that the page has not scrolled to.
  cell.closest('table')?.parentElement?.scrollIntoView({ block: 'nearest' });
  // Without popovers the editor stays in its cell.
  const end = 'showPopover' in editor ? placeOver(cell, editor) : undefined;
  const input = editor.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  input?.focus({ preventScroll: true });
  input?.setSelectionRange(input.value.length, input.value.length);
  return end;
}

function placeOver(cell: HTMLElement, editor: HTMLElement): () => void {
  const place = () => {
    const { clientHeight } = document.documentElement;
    // The body leaves out the gutter of the scrollbar. A keyboard on the screen covers the lower
    // part of the window.
    const size = {
      width: document.body.clientWidth,
      height: visualViewport?.height ?? clientHeight,
    };
    const box = cell.getBoundingClientRect();
    editor.style.minWidth = `${box.width}px`;
    const { left, top, bottom, maxHeight } = editorPlace(box, editor.offsetWidth, size);
    const covered = clientHeight - size.height;
    editor.style.left = `${left}px`;
    editor.style.top = top === undefined ? 'auto' : `${top}px`;
    editor.style.bottom = bottom === undefined ? 'auto' : `${bottom + covered}px`;
    editor.style.maxHeight = `${maxHeight}px`;
    editor.toggleAttribute('data-up', bottom !== undefined);
  };
  editor.popover = 'manual';
  editor.showPopover();
  place();
  const observer = new ResizeObserver(place);
  observer.observe(editor);
  const ended = new AbortController();
  const options = { capture: true, passive: true, signal: ended.signal };
  window.addEventListener('scroll', place, options);
  window.addEventListener('resize', place, options);
  visualViewport?.addEventListener('resize', place, options);
  return () => {
    observer.disconnect();
    ended.abort();
  };
}
