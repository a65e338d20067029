const isApple = /^(Mac|iP)/.test(navigator.platform);

/** Finds what of a page the shortcuts act on. */
export const pageTargets = {
  search: 'main input[type="search"]:not([popover] *)',
  filter: 'main [data-command="Filter"]',
  rowLink: 'main tbody th > a',
  rowBox: 'main tbody td [type="checkbox"]',
  card: 'main a[data-card]',
  next: 'main a[rel="next"]',
  prev: 'main a[rel="prev"]',
} as const;

/** The effect of keys: under a heading of the help, and what the page must have for it. */
type Shortcut = readonly [
  title: string,
  keys: readonly string[],
  words: string,
  needs?: keyof typeof pageTargets | 'mayCreate',
];

const shortcuts: readonly Shortcut[] = [
  ['Everywhere', [isApple ? '⌘ K' : 'Ctrl K'], 'Search, go to any page'],
  ['Everywhere', ['N'], 'New lead', 'mayCreate'],
  ['Everywhere', ['?'], 'Show these shortcuts'],
  ['In a list', ['/'], 'Search', 'search'],
  ['In a list', ['F'], 'Filter', 'filter'],
  ['In a list', ['Enter', '↓'], 'From the search to the first row', 'search'],
  ['In a list', ['Esc'], 'Clear the search, then leave it', 'search'],
  ['In a list', ['J'], 'Next row', 'rowLink'],
  ['In a list', ['K'], 'Previous row', 'rowLink'],
  ['In a list', ['Enter'], 'Open the row', 'rowLink'],
  ['In a list', ['Space'], 'Look at the row, beside the list', 'rowLink'],
  ['In a list', ['X'], 'Select the row', 'rowBox'],
  ['In a list', ['Shift ↓', 'Shift ↑'], 'Select up to the row below or above', 'rowBox'],
  ['In a list', ['A'], 'Go to the actions for what is selected', 'rowBox'],
  ['In a list', ['Esc'], 'Select nothing', 'rowBox'],
  ['On the board', ['↑', '↓'], 'Next deal of the column', 'card'],
  ['On the board', ['←', '→'], 'Next column', 'card'],
  ['On the board', ['Enter'], 'Open the deal', 'card'],
  ['On a lead or deal', ['J'], 'Next one', 'next'],
  ['On a lead or deal', ['K'], 'Previous one', 'prev'],
];

/** Returns the shortcuts that do something on the page that is shown, by heading of the help. */
export function shortcutsHere(mayCreate: boolean): Map<string, Shortcut[]> {
  const acts = ([, , , needs]: Shortcut) =>
    needs === 'mayCreate'
      ? mayCreate
      : needs === undefined || document.querySelector(pageTargets[needs]) !== null;
  return Map.groupBy(shortcuts.filter(acts), ([title]) => title);
}

export interface ShortcutActions {
  /** undefined for those who may not create leads. */
  readonly onNewLead: (() => void) | undefined;
  readonly onHelp: () => void;
}

/** Elements in which a letter is typed, or has a meaning of its own. */
const ownKeys =
  'input, textarea, select, [contenteditable], [role="textbox"], [role="grid"], :popover-open';

/** Returns whether a key is pressed as a shortcut, not while typing or in a dialog. */
export function isShortcut(event: KeyboardEvent): boolean {
  const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (event.defaultPrevented || event.isComposing || altKey || ctrlKey || metaKey) return false;
  // Some keyboards have the slash and the question mark above another key.
  if (shiftKey && key !== '?' && key !== '/') return false;
  return !hasOwnKeys(target) && document.querySelector('dialog[open]') === null;
}

/** Returns whether single keys are typed into an element, or have another meaning there. */
function hasOwnKeys(target: EventTarget | null): boolean {
  const control = target instanceof Element ? target.closest(ownKeys) : null;
  // The checkboxes of a table take no letters.
  return control !== null && !control.matches(':is(thead, tbody) [type="checkbox"]');
}

/** Does what a key stands for on the page. Returns whether it stands for anything there. */
export function actOnKey(key: string, { onNewLead, onHelp }: ShortcutActions): boolean {
  switch (key.toLowerCase()) {
    case '/':
      return focusSearch();
    case 'j':
      return follow('next') || moveToRow(1);
    case 'k':
      return follow('prev') || moveToRow(-1);
    case 'x':
      return pressFirst(document.activeElement?.closest('tr'), 'td [type="checkbox"]');
    case 'a':
      return focusFirst('main [data-selected-actions] button');
    case 'f':
      return pressFirst(document, pageTargets.filter);
    case 'n':
      onNewLead?.();
      return onNewLead !== undefined;
    case '?':
      onHelp();
      return true;
    default:
      return false;
  }
}

function pressFirst(within: ParentNode | null | undefined, selector: string): boolean {
  const control = within?.querySelector<HTMLElement>(selector);
  control?.click();
  return control !== null && control !== undefined;
}

function focusFirst(selector: string): boolean {
  const controls = [...document.querySelectorAll<HTMLElement>(selector)];
  const control = controls.find((each) => each.checkVisibility());
  control?.focus();
  return control !== undefined;
}

function focusSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>(pageTargets.search);
  search?.select();
  search?.focus();
  return search !== null;
}

/** Follows the link to the next or previous record, which a page of a record has. */
function follow(neighbour: 'next' | 'prev'): boolean {
  const link = document.querySelector<HTMLElement>(pageTargets[neighbour]);
  link?.click();
  return link !== null;
}

/** Focuses the row `step` rows below the focused one; without a focused row, the first or last. */
function moveToRow(step: 1 | -1): boolean {
  const links = [...document.querySelectorAll<HTMLElement>(pageTargets.rowLink)];
  const row = document.activeElement?.closest('tr');
  const at = links.findIndex((link) => link.closest('tr') === row);
  const target = at === -1 ? links.at(step === 1 ? 0 : -1) : links[at + step];
  if (target !== undefined) focusRow(target);
  return links.length > 0;
}

/** Focuses the link of a row, and scrolls the row into sight. */
export function focusRow(link: HTMLElement): void {
  link.focus({ preventScroll: true });
  (link.closest('tr') ?? link).scrollIntoView({ block: 'nearest' });
}
