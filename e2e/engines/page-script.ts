import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type * as TestingLibrary from '@testing-library/dom';

import type { PageTools, RowPositions, Target, TextMatch } from './page-tools.ts';

declare global {
  interface Window {
    TestingLibraryDom: typeof TestingLibrary;
    pageTools: PageTools;
  }
}

// These functions run in the page, injected as source text: they can use each other, but nothing
// else of this file.

function matcher(text: TextMatch): string | RegExp {
  return typeof text === 'string' ? text : new RegExp(text.source, text.flags);
}

function all({ by, text, role, inside }: Target): HTMLElement[] {
  const library = window.TestingLibraryDom;
  const root = inside === undefined ? document.body : only(inside);
  const query = {
    role: () => library.queryAllByRole(root, role ?? '', { name: matcher(text) }),
    label: () => library.queryAllByLabelText(root, matcher(text)),
    text: () => library.queryAllByText(root, matcher(text)),
  };
  // The library also finds what a closed section contains.
  return query[by]().filter((one) => one.checkVisibility());
}

function only(target: Target): HTMLElement {
  const found = all(target);
  const [first] = found;
  if (first === undefined || found.length > 1)
    throw new Error(`${found.length} elements match ${JSON.stringify(target)}`);
  return first;
}

function count(target: Target): number {
  return all(target).length;
}

function texts(target: Target): string[] {
  return all(target).map((one) => one.innerText.trim());
}

function value(target: Target): string {
  const field = only(target);
  return 'value' in field ? String(field.value) : '';
}

function choose(target: Target, match: TextMatch): void {
  const list = only(target);
  const expected = matcher(match);
  const option = Array.from(list.querySelectorAll('option')).find(({ text }) =>
    typeof expected === 'string' ? text === expected : expected.test(text),
  );
  if (!(list instanceof HTMLSelectElement) || option === undefined)
    throw new Error(`${JSON.stringify(target)} has no such option.`);
  list.value = option.value;
  list.dispatchEvent(new Event('change', { bubbles: true }));
}

function selectAll(): void {
  const field = document.activeElement;
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select();
}

function isFocused(target: Target): boolean {
  return only(target) === document.activeElement;
}

function isOpen(target: Target): boolean {
  // An open section can have the words of its heading again.
  return all(target).some((one) => one.closest('details')?.open === true);
}

function middle(element: Element): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

function place(target: Target): { x: number; y: number } {
  const found = only(target);
  // The input of a choice drawn by its label is visually hidden: press the label instead.
  const label = found instanceof HTMLInputElement && found.labels?.[0];
  const element = label && found.offsetWidth <= 1 ? label : found;
  element.scrollIntoView({ block: 'center' });
  const at = middle(element);
  const hit = document.elementFromPoint(at.x, at.y);
  if (hit === null || !(element.contains(hit) || hit.contains(element)))
    throw new Error(`${JSON.stringify(target)} is covered by ${hit?.outerHTML.slice(0, 80)}`);
  return at;
}

/** Returns the height of the first line of a cell: between two lines, a drag selects little. */
function middleOfLine(cell: Element): number {
  const line = document.createRange();
  const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode();
  line.selectNodeContents(text ?? cell);
  const { top, height } = line.getClientRects()[0] ?? cell.getBoundingClientRect();
  return top + height / 2;
}

function row(table: string, index: number): RowPositions {
  const library = window.TestingLibraryDom;
  const found = library.getByRole<HTMLTableElement>(document.body, 'table', { name: table });
  const line = found.tBodies[0]?.rows[index];
  const leadsTo = line?.querySelector('a')?.pathname;
  if (line === undefined || leadsTo === undefined)
    throw new Error(`Row ${index} of ${table} leads nowhere yet.`);
  line.scrollIntoView({ block: 'center' });
  const heads = found.tHead?.rows[0]?.cells;
  const cells = [...line.cells].flatMap((cell, column) => {
    // A checkbox selects the row: it does not open it.
    if (cell.querySelector('input')) return [];
    if (!cell.checkVisibility()) return [];
    const { left, right } = cell.getBoundingClientRect();
    const head = heads?.[column]?.textContent ?? '';
    const at = { ...middle(cell), y: middleOfLine(cell) };
    return [{ head, text: cell.innerText.trim(), ...at, left: left + 2, right: right - 2 }];
  });
  return { leadsTo, cells };
}

const tools = {
  count,
  texts,
  value,
  place,
  choose,
  selectAll,
  isFocused,
  isOpen,
  row,
} satisfies PageTools;
const functions = [matcher, all, only, middle, middleOfLine, ...Object.values(tools)];

const main = createRequire(import.meta.url).resolve('@testing-library/dom');
const library = main.replace(/dist\/.*$/, 'dist/@testing-library/dom.umd.min.js');

/** Runs once in each page before any other call: Testing Library, and {@link PageTools} on top. */
export const pageScript = `${readFileSync(library, 'utf8')};
(function () {
  ${functions.map(String).join('\n')}
  window.pageTools = { ${Object.keys(tools).join()} };
})();`;
