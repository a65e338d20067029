// All of it runs within the page, so that its functions are in one.
/* oxlint-disable unicorn/consistent-function-scoping, eslint/complexity */
/** A box of a text or a control, in pixels of the window. */
interface Box {
  readonly element: Element;
  readonly name: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * Returns what is wrong with the layout of the page at its width, in words: sideways overflow,
 * texts and controls over each other, and words of a table broken over lines or cut off. It runs
 * within the page.
 */
export function findLayoutErrors(): string[] {
  const tolerance = 2;
  const { scrollWidth, clientWidth } = document.documentElement;
  const errors =
    scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth} px too wide`] : [];

  // A layer of its own covers what scrolls below it.
  const findLayer = (element: Element): Element | null => {
    for (let at: Element | null = element; at; at = at.parentElement)
      if (/fixed|sticky/.test(getComputedStyle(at).position) || at.matches('dialog, [popover]'))
        return at;
    return null;
  };
  /** Returns the part of a box that its scrolling and cutting ancestors leave in sight. */
  const cutTo = (from: Element, box: DOMRect) => {
    let { left, right, top, bottom } = box;
    for (let at: Element | null = from; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY, clip, position } = getComputedStyle(at);
      if (clip !== 'auto') return undefined;
      const edge = at.getBoundingClientRect();
      if (overflowX !== 'visible' && at !== document.documentElement) {
        left = Math.max(left, edge.left);
        right = Math.min(right, edge.right);
      }
      if (overflowY !== 'visible' && at !== document.documentElement) {
        top = Math.max(top, edge.top);
        bottom = Math.min(bottom, edge.bottom);
      }
      if (position === 'fixed') break;
    }
    const isInSight = right - left > tolerance && bottom - top > tolerance;
    return isInSight ? { left, right, top, bottom } : undefined;
  };
  /** Returns the box of a control, and of a field the part in which text is. */
  const withoutPadding = (element: Element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    if (!element.matches('input, textarea')) return new DOMRect(x, y, width, height);
    const { paddingLeft, paddingRight } = getComputedStyle(element);
    const [left, right] = [Number.parseFloat(paddingLeft), Number.parseFloat(paddingRight)];
    return new DOMRect(x + left, y, width - left - right, height);
  };
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });

  const boxes: Box[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (!element || text === '' || element.matches('script, style, option, title, svg *')) continue;
    if (!isShown(element)) continue;
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      const box = cutTo(element, rect);
      if (box) boxes.push({ element, name: `“${text.slice(0, 40)}”`, ...box });
    }
    const cell = element.closest('td, th, [role="gridcell"]');
    if (!cell || !cutTo(element, element.getBoundingClientRect())) continue;
    for (const { 0: word, index } of node.textContent?.matchAll(/\S+/g) ?? []) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      // A text that is too long as a whole may end in an ellipsis.
      const isCut = range.getBoundingClientRect().width > cell.getBoundingClientRect().width + 1;
      if (lines.size > 1) errors.push(`a cell breaks the word “${word}”`);
      else if (isCut) errors.push(`a cell is narrower than “${word}”`);
    }
  }
  for (const element of document.querySelectorAll(
    'input, select, textarea, button, summary, [role="button"], [role="checkbox"]',
  )) {
    if (!isShown(element)) continue;
    const box = cutTo(element, withoutPadding(element));
    const name = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40);
    if (box) boxes.push({ element, name: `${element.localName} “${name}”`, ...box });
  }

  const sorted = boxes.toSorted((one, other) => one.top - other.top);
  for (const [index, one] of sorted.entries())
    for (const other of sorted.slice(index + 1)) {
      if (other.top > one.bottom - tolerance) break;
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const height = Math.min(one.bottom, other.bottom) - other.top;
      if (width <= tolerance || height <= tolerance) continue;
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
      if (findLayer(one.element) !== findLayer(other.element)) continue;
      errors.push(`${one.name} and ${other.name} overlap by ${width | 0} × ${height | 0} px`);
    }
  return [...new Set(errors)];
}
