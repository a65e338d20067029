/**
 * The input on the server-rendered page before it is hydrated: what was pressed last, where the
 * focus is, and what was typed. An element is named by its path from the root, because hydration
 * puts equal elements in the place of these.
 */
interface EarlyInput {
  pressed?: ElementPath;
  /** What the pointer is down on: it may come up when the page is already rendered. */
  down?: ElementPath | undefined;
  focused?: ElementPath;
  typed?: { readonly path: ElementPath; readonly value: string };
  /** How far the page is scrolled. */
  scrolled?: number;
}
/** The index of each child on the way, and the name of the last. */
type ElementPath = ReturnType<typeof getPath>;

declare global {
  /** Stored on the window, because boot.ts is a separate script; undefined once replayed. */
  var earlyInput: EarlyInput | undefined;
}

/** Records the input on the server-rendered page until it is replayed. Links work by themselves. */
export function recordEarlyInput(root: Element): void {
  globalThis.earlyInput = {};
  const record = ({ type, target }: Event) => {
    const { earlyInput: input } = globalThis;
    if (input === undefined || !(target instanceof Element)) return;
    const path = getPath(target, root);
    if (type === 'focusin') input.focused = path;
    else if (type === 'click' && target.closest('a') === null) input.pressed = path;
    else if (type === 'input' && 'value' in target && target.closest('label') === null)
      input.typed = { path, value: String(target.value) };
  };
  for (const type of ['click', 'focusin', 'input']) root.addEventListener(type, record);
  const recordPointer = (event: PointerEvent) => {
    const { type, target } = event;
    const isDown = type === 'pointerdown' && isPrimaryPress(event);
    if (globalThis.earlyInput)
      globalThis.earlyInput.down =
        isDown && target instanceof Element && root.contains(target)
          ? getPath(target, root)
          : undefined;
  };
  for (const type of pointerEvents) addEventListener(type, recordPointer);
  addEventListener('scroll', () => {
    if (globalThis.earlyInput) globalThis.earlyInput.scrolled = scrollY;
  });
}

const pointerEvents = ['pointerdown', 'pointerup', 'pointercancel'] as const;

/** After a touch, the browser itself clicks the element under the finger when it is lifted. */
function isPrimaryPress(event: PointerEvent): boolean {
  const { pointerType, button, ctrlKey, metaKey, shiftKey, altKey } = event;
  return pointerType === 'mouse' && button === 0 && !(ctrlKey || metaKey || shiftKey || altKey);
}

/** Scrolls the hydrated page to where the server-rendered one was: the router begins at the top. */
export function restoreScroll(): void {
  const { scrolled } = globalThis.earlyInput ?? {};
  if (scrolled !== undefined) scrollTo(0, scrolled);
}

/** Replays on the hydrated page the input that the server-rendered one had. */
export function replayEarlyInput(root: Element): void {
  const { pressed, down, focused, typed } = globalThis.earlyInput ?? {};
  globalThis.earlyInput = undefined;
  const field = typed && elementAt(typed.path, root);
  if (typed && (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) {
    // Past React’s own setter, which would take the text for its own.
    const { constructor } = field;
    Object.getOwnPropertyDescriptor(constructor.prototype, 'value')?.set?.call(field, typed.value);
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  }
  if (focused && document.activeElement === document.body)
    elementAt(focused, root)?.focus({ preventScroll: true });
  if (pressed) elementAt(pressed, root)?.click();
  if (!down) return;
  // A browser makes no click of an element that went and the one in its place.
  const ended = new AbortController();
  const end = ({ type, target }: Event) => {
    ended.abort();
    const element = elementAt(down, root);
    if (type === 'pointerup' && target instanceof Node && element?.contains(target))
      element.click();
  };
  // A new press tells that the end of this one was not seen.
  for (const type of pointerEvents) addEventListener(type, end, { signal: ended.signal });
}

function getPath(target: Element, root: Element) {
  const steps: number[] = [];
  // A script can't click an icon, but it can click the element around it.
  const element = target.closest('svg')?.parentElement ?? target.closest(':not(font)') ?? target;
  for (let at = element; at !== root && at.parentElement; at = at.parentElement)
    steps.unshift(listChildren(at.parentElement).indexOf(at));
  return { steps, name: element.tagName };
}

/** Returns an element’s children without those that a browser adds to translate texts. */
function listChildren(element: Element): readonly Element[] {
  return [...element.children].filter((child) => !child.matches('font'));
}

function elementAt({ steps, name }: ElementPath, root: Element): HTMLElement | undefined {
  let element: Element | undefined = root;
  for (const step of steps) element = element && listChildren(element)[step];
  return element instanceof HTMLElement && element.tagName === name ? element : undefined;
}
