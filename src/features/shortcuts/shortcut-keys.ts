import {
  commandMark,
  openDialog,
  searchedMark,
  selectedActionsMark,
  type NeighbourRelation,
  type PageCommand,
} from '#src/lib/page-elements.ts';
import { todoParts } from '#src/ui/layout/todo-list.tsx';
import { boxOfRow, rowBoxes, rowLinks } from '#src/ui/table/row-parts.ts';

const menuKey = [/^(Mac|iP)/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'];

/** Finds the elements of a page that the shortcuts act on. */
export const pageTargets = {
  search: `main [${searchedMark}]`,
  filter: `main [${commandMark}="${'filter' satisfies PageCommand}"]`,
  rowLink: `main ${rowLinks}`,
  rowBox: `main ${rowBoxes}`,
  todo: `main ${todoParts.action}`,
  next: `main a[rel="${'next' satisfies NeighbourRelation}"]`,
  prev: `main a[rel="${'prev' satisfies NeighbourRelation}"]`,
} as const;

/** The user of the keys, and the kind of page. */
export interface ShortcutUser {
  readonly mayCreate: boolean;
  /** Whether leads and deals can be searched together. */
  readonly canSearchAll: boolean;
  /** Whether the page is a list of leads or deals. */
  readonly isList: boolean;
}

/** The effect of keys: under a heading of the help, and whether they have it for the user here. */
type Shortcut = readonly [
  title: string,
  keys: readonly string[],
  words: string,
  isAvailable?: (user: ShortcutUser) => boolean,
];

const has = (target: keyof typeof pageTargets) =>
  document.querySelector(pageTargets[target]) !== null;
const hasIdsOnly = (user: ShortcutUser) => !user.canSearchAll;
const hasSearch = () => has('search');
const hasSearchOfRows = (user: ShortcutUser) => user.isList && has('search');
const hasRowsOfList = (user: ShortcutUser) => user.isList && has('rowLink');
// On a lead or deal, the same keys go to its neighbours.
const hasRows = () => has('rowLink') && !has('next') && !has('prev');
const hasBoxes = () => has('rowBox');
const hasTodo = () => has('todo') && !has('next') && !has('prev');

const shortcuts: readonly Shortcut[] = [
  ['Everywhere', menuKey, 'Search everything, go to any page', (user) => user.canSearchAll],
  ['Everywhere', menuKey, 'Go to any page, open a lead or deal by its ID', hasIdsOnly],
  ['Everywhere', ['N'], 'New lead', (user) => user.mayCreate],
  ['Everywhere', ['?'], 'Show these shortcuts'],
  ['In a list', ['/'], 'Search', hasSearch],
  ['In a list', ['F'], 'Filter', () => has('filter')],
  ['In a list', ['Enter', '↓'], 'From the search to the first row', hasSearchOfRows],
  ['In a list', ['Esc'], 'Clear the search, then leave it', hasSearch],
  ['In a list', ['J'], 'Next row', hasRows],
  ['In a list', ['K'], 'Previous row', hasRows],
  ['In a list', ['Enter'], 'Open the row', hasRows],
  ['In a list', ['Space'], 'Look at the row, beside the list', hasRowsOfList],
  ['In a list', ['X'], 'Select the row', hasBoxes],
  ['In a list', ['Shift ↓', 'Shift ↑'], 'Select up to the row below or above', hasBoxes],
  ['In a list', ['A'], 'Go to the actions for what is selected', hasBoxes],
  ['In a list', ['Esc'], 'Select nothing', hasBoxes],
  ['In a list to work off', ['J'], 'Next row', hasTodo],
  ['In a list to work off', ['K'], 'Previous row', hasTodo],
  [
    'In a list to work off',
    ['C', 'E', 'A', 'O'],
    'Call, Email, Answer, Open: the row’s action by its first letter',
    hasTodo,
  ],
  ['On a lead or deal', ['J'], 'Next one', () => has('next')],
  ['On a lead or deal', ['K'], 'Previous one', () => has('prev')],
];

/** Returns the shortcuts that do something on the page that is shown, by heading of the help. */
export function shortcutsHere(user: ShortcutUser): Map<string, Shortcut[]> {
  const available = shortcuts.filter(
    ([, , , isAvailable]) => isAvailable === undefined || isAvailable(user),
  );
  return Map.groupBy(available, ([title]) => title);
}

export interface ShortcutActions {
  /** undefined for those who may not create leads. */
  readonly onNewLead: (() => void) | undefined;
  readonly onHelp: () => void;
}

/** Elements where a letter is text, or has a meaning of its own. */
const ownKeys =
  'input, textarea, select, [contenteditable], [role="textbox"], [role="grid"], :popover-open';

/** A dialog or menu that is open. */
const opened = `${openDialog}, fieldset:popover-open`;

/** Returns whether a key is pressed as a shortcut, not while typing, in a dialog or a menu. */
export function isShortcut(event: KeyboardEvent): boolean {
  const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (event.defaultPrevented || event.isComposing || altKey || ctrlKey || metaKey) return false;
  // Some keyboards have the slash and the question mark above another key.
  if (shiftKey && key !== '?' && key !== '/') return false;
  return !hasOwnKeys(target) && document.querySelector(opened) === null;
}

/** Returns whether single keys are typed into an element, or have another meaning there. */
function hasOwnKeys(target: EventTarget | null): boolean {
  const control = target instanceof Element ? target.closest(ownKeys) : null;
  // The checkboxes of a table take no letters.
  return control !== null && !control.matches(':is(thead, tbody) [type="checkbox"]');
}

/** Runs the shortcut of a key on the page. Returns whether the key has one there. */
export function runShortcut(key: string, { onNewLead, onHelp }: ShortcutActions): boolean {
  const letter = key.toLowerCase();
  if (pressTodo(letter)) return true;
  switch (letter) {
    case '/':
      return focusSearch();
    case 'j':
      return follow('next') || moveToRow(1);
    case 'k':
      return follow('prev') || moveToRow(-1);
    case 'x':
      return pressFirst(document.activeElement?.closest('tr'), boxOfRow);
    case 'a':
      return focusFirst(`main [${selectedActionsMark}] button`);
    case 'f':
      // Focused first, so that the focus returns to it when the menu closes.
      focusFirst(pageTargets.filter);
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

/**
 * Presses the action of the focused row of a list to work off, by the first letter of its label,
 * if it opens something. Returns whether it has that letter.
 */
function pressTodo(key: string): boolean {
  const row = document.activeElement?.closest(todoParts.row);
  const action = row?.querySelector<HTMLElement>(todoParts.byLetter);
  if (action?.textContent.trim().toLowerCase().startsWith(key) !== true) return false;
  action.click();
  return true;
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
function follow(neighbour: NeighbourRelation): boolean {
  const link = document.querySelector<HTMLElement>(pageTargets[neighbour]);
  link?.click();
  return link !== null;
}

const anyRow = `tr, ${todoParts.row}`;

/**
 * Focuses the row `step` rows below the focused one, in a list to work off its action; without a
 * focused row, the first or last.
 */
function moveToRow(step: 1 | -1): boolean {
  const target = has('rowLink') ? pageTargets.rowLink : pageTargets.todo;
  const links = [...document.querySelectorAll<HTMLElement>(target)];
  const row = document.activeElement?.closest(anyRow);
  const at = links.findIndex((link) => link.closest(anyRow) === row);
  const next = at === -1 ? links.at(step === 1 ? 0 : -1) : links[at + step];
  if (next !== undefined) focusRow(next);
  return links.length > 0;
}

/** Focuses the link of a row, and scrolls the row into sight. */
export function focusRow(link: HTMLElement): void {
  link.focus({ preventScroll: true });
  (link.closest(anyRow) ?? link).scrollIntoView({ block: 'nearest' });
}
