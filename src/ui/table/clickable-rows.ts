/** How far the mouse may move between press and release and still count as a click, in pixels. */
const maxClickDistance = 4;

/** Elements that handle clicks themselves. */
const controls = 'a, button, input, select, textarea, label, summary, [popover]';

/**
 * Makes each row clickable as a whole: a click or tap follows the link in the row header. Text in a
 * row can still be selected.
 *
 * Used as the `ref` of a table's body. Keyboard and screen reader users have the link itself, one
 * per row.
 */
export function clickableRows(body: HTMLTableSectionElement | null): (() => void) | undefined {
  if (body === null) return undefined;
  const listeners = new AbortController();
  const { signal } = listeners;
  let pressed = { x: 0, y: 0 };

  // Clicks by the keyboard or by scripts have no distance between press and release.
  const hasSelected = ({ isTrusted, detail, clientX, clientY }: MouseEvent) =>
    isTrusted &&
    detail > 0 &&
    Math.hypot(clientX - pressed.x, clientY - pressed.y) > maxClickDistance &&
    getSelection()?.type === 'Range';
  const handleDown = (event: MouseEvent) => {
    pressed = { x: event.clientX, y: event.clientY };
    // On some systems the middle button would start autoscrolling instead.
    if (event.button === 1 && linkBeside(event) !== null) event.preventDefault();
  };
  const handleClick = (event: MouseEvent) => {
    if (hasSelected(event)) return event.preventDefault();
    const link = linkBeside(event);
    if (link === null) return undefined;
    // Not a click on the link with the same modifier keys: WebKitGTK opens no tab for that.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return openTab(link);
    return link.click();
  };
  body.addEventListener('mousedown', handleDown, { signal });
  body.addEventListener('click', handleClick, { signal });
  body.addEventListener('auxclick', handleAuxClick, { signal });
  return () => listeners.abort();
}

/** Returns the link of the clicked row, or null if the target handles clicks itself. */
function linkBeside({ target }: MouseEvent): HTMLAnchorElement | null {
  if (!(target instanceof Element) || target.closest(controls) !== null) return null;
  return target.closest('tr')?.querySelector<HTMLAnchorElement>('th > a') ?? null;
}

function handleAuxClick(event: MouseEvent): void {
  const link = event.button === 1 ? linkBeside(event) : null;
  if (link !== null) openTab(link);
}

function openTab({ href }: HTMLAnchorElement): void {
  open(href, '_blank', 'noopener');
}
