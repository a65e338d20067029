/** How far the mouse may move between pressing and letting go and still have clicked, in pixels. */
const steady = 4;

/** What does something of its own when pressed. */
const controls = 'a, button, input, select, textarea, label, summary, [popover]';

/**
 * Makes the whole of each row lead where the link in its head leads, for the mouse and the finger; text in a row can be selected.
 * It is the `ref` of a table's body: keyboard and screen reader have the link itself, one a row, and need nothing of this.
 */
export function pressableRows(body: HTMLTableSectionElement | null): (() => void) | undefined {
  if (body === null) return undefined;
  const listening = new AbortController();
  const { signal } = listening;
  let pressed = { x: 0, y: 0 };

  // The keyboard and scripts click without a way from press to release.
  const hasSelected = ({ isTrusted, detail, clientX, clientY }: MouseEvent) =>
    isTrusted &&
    detail > 0 &&
    Math.hypot(clientX - pressed.x, clientY - pressed.y) > steady &&
    getSelection()?.type === 'Range';
  const handleDown = (event: MouseEvent) => {
    pressed = { x: event.clientX, y: event.clientY };
    // On some systems the middle button would begin to scroll instead.
    if (event.button === 1 && linkBeside(event) !== null) event.preventDefault();
  };
  const handleClick = (event: MouseEvent) => {
    if (hasSelected(event)) return event.preventDefault();
    const link = linkBeside(event);
    if (link === null) return undefined;
    // Not a click on the link with the same keys held: for that, WebKitGTK opens no tab.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return openTab(link);
    return link.click();
  };
  body.addEventListener('mousedown', handleDown, { signal });
  body.addEventListener('click', handleClick, { signal });
  body.addEventListener('auxclick', handleAuxClick, { signal });
  return () => listening.abort();
}

/** The link of the row that was pressed, unless on what does something of its own. */
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
