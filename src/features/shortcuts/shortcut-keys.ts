/** The effect of a key, for the help. */
interface Shortcut {
  /** Any of these keys, as they are named in the help. */
  readonly keys: readonly string[];
  readonly words: string;
}

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

/** The user of the keys, and the kind of page. */
export interface ShortcutUser {
  readonly mayCreate: boolean;
  /** Whether leads and deals can be searched together. */
  readonly canSearchAll: boolean;
  /** Whether Enter in the search of the page goes to its rows. */
  readonly isList: boolean;
}

/**
 * Returns the shortcuts that do something for a user on the page that is shown, under the headings
 * of the help.
 */
export function shortcutsHere(user: ShortcutUser) {
  const groups = [
    { title: 'Everywhere', shortcuts: shortcutsEverywhere(user) },
    { title: 'In a list', shortcuts: shortcutsInList(user) },
    {
      title: 'On the board',
      shortcuts: has('card') ? boardShortcuts : [],
    },
    {
      title: 'On a lead or deal',
      shortcuts: [
        ...(has('next') ? [{ keys: ['J'], words: 'Next one' }] : []),
        ...(has('prev') ? [{ keys: ['K'], words: 'Previous one' }] : []),
      ],
    },
  ];
  return groups.filter(({ shortcuts }) => shortcuts.length > 0);
}

function has(target: keyof typeof pageTargets): boolean {
  return document.querySelector(pageTargets[target]) !== null;
}

function shortcutsEverywhere({ mayCreate, canSearchAll }: ShortcutUser): Shortcut[] {
  const menu = canSearchAll
    ? 'Search everything, go to any page'
    : 'Go to any page, open a lead or deal by its ID';
  return [
    { keys: [isApple ? '⌘ K' : 'Ctrl K'], words: menu },
    ...(mayCreate ? [{ keys: ['N'], words: 'New lead' }] : []),
    { keys: ['?'], words: 'Show these shortcuts' },
  ];
}

function shortcutsInList({ isList }: ShortcutUser): Shortcut[] {
  const isRecord = has('next') || has('prev');
  const fromSearch = { keys: ['Enter', '↓'], words: 'From the search to the first row' };
  return [
    ...(has('search') ? [{ keys: ['/'], words: 'Search' }] : []),
    ...(has('filter') ? [{ keys: ['F'], words: 'Filter' }] : []),
    ...(has('search') && isList && !has('card') ? [fromSearch] : []),
    ...(has('search') ? [{ keys: ['Esc'], words: 'Clear the search, then leave it' }] : []),
    ...(has('rowLink') && !isRecord ? rowShortcuts : []),
    ...(has('rowLink') && isList
      ? [{ keys: ['Space'], words: 'Look at the row, beside the list' }]
      : []),
    ...(has('rowBox') ? selectionShortcuts : []),
  ];
}

const rowShortcuts: readonly Shortcut[] = [
  { keys: ['J'], words: 'Next row' },
  { keys: ['K'], words: 'Previous row' },
  { keys: ['Enter'], words: 'Open the row' },
];

const selectionShortcuts: readonly Shortcut[] = [
  { keys: ['X'], words: 'Select the row' },
  { keys: ['Shift ↓', 'Shift ↑'], words: 'Select up to the row below or above' },
  { keys: ['A'], words: 'Go to the actions for what is selected' },
  { keys: ['Esc'], words: 'Select nothing' },
];

const boardShortcuts: readonly Shortcut[] = [
  { keys: ['↑', '↓'], words: 'Next deal of the column' },
  { keys: ['←', '→'], words: 'Next column' },
  { keys: ['Enter'], words: 'Open the deal' },
];

/** The acts of shortcuts that are not on the page itself. */
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
