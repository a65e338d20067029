/** What pressing a key does, for the help. */
interface Shortcut {
  /** Any of these keys, as they are named in the help. */
  readonly keys: readonly string[];
  readonly words: string;
}

const isApple = /^(Mac|iP)/.test(navigator.platform);

/** Returns the shortcuts of the portal under the headings of the help. */
export function shortcutGroups(mayCreate: boolean): { title: string; shortcuts: Shortcut[] }[] {
  const newLead = { keys: ['N'], words: 'New lead' };
  return [
    {
      title: 'Everywhere',
      shortcuts: [
        { keys: [isApple ? '⌘ K' : 'Ctrl K'], words: 'Search everything, go to any page' },
        ...(mayCreate ? [newLead] : []),
        { keys: ['?'], words: 'Show these shortcuts' },
      ],
    },
    {
      title: 'In a list',
      shortcuts: [
        { keys: ['/'], words: 'Search the list' },
        { keys: ['J'], words: 'Next row' },
        { keys: ['K'], words: 'Previous row' },
        { keys: ['Enter'], words: 'Open the row' },
        { keys: ['X'], words: 'Select the row' },
        { keys: ['Shift ↓', 'Shift ↑'], words: 'Select up to the row below or above' },
        { keys: ['A'], words: 'Go to the actions for what is selected' },
        { keys: ['Esc'], words: 'Select nothing' },
      ],
    },
    {
      title: 'On a lead or deal',
      shortcuts: [
        { keys: ['J'], words: 'Next one' },
        { keys: ['K'], words: 'Previous one' },
      ],
    },
  ];
}

/** What a shortcut can do that is not on the page itself. */
export interface ShortcutActions {
  /** undefined for those who may not create leads. */
  readonly onNewLead: (() => void) | undefined;
  readonly onHelp: () => void;
}

/** Elements in which a letter is typed, or has a meaning of its own. */
const ownKeys =
  'input, textarea, select, [contenteditable], [role="textbox"], [role="grid"], [popover]';

/** Returns whether a key is pressed as a shortcut, not while typing or in a dialog. */
export function isShortcut(event: KeyboardEvent): boolean {
  const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (event.defaultPrevented || event.isComposing || altKey || ctrlKey || metaKey) return false;
  // Some keyboards have the slash and the question mark above another key.
  if (shiftKey && key !== '?' && key !== '/') return false;
  const control = target instanceof Element ? target.closest(ownKeys) : null;
  // The checkboxes of a table take no letters.
  if (control !== null && !control.matches(':is(thead, tbody) [type="checkbox"]')) return false;
  return document.querySelector('dialog[open]') === null;
}

/** Does what a key stands for on the page. Returns whether it stands for anything there. */
export function actOnKey(key: string, { onNewLead, onHelp }: ShortcutActions): boolean {
  switch (key.toLowerCase()) {
    case '/':
      return focusSearch();
    case 'j':
      return openNeighbour('next') || moveToRow(1);
    case 'k':
      return openNeighbour('prev') || moveToRow(-1);
    case 'x':
      return pressFirst(document.activeElement?.closest('tr'), 'td [type="checkbox"]');
    case 'a':
      return focusFirst('main [data-selected-actions] button');
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

function pressFirst(within: Element | null | undefined, selector: string): boolean {
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
  const search = document.querySelector<HTMLInputElement>('main input[type="search"]');
  search?.select();
  search?.focus();
  return search !== null;
}

/** Follows the link to the next or previous record, which a page of a record has. */
function openNeighbour(relation: 'next' | 'prev'): boolean {
  const link = document.querySelector<HTMLElement>(`main a[rel="${relation}"]`);
  link?.click();
  return link !== null;
}

/** Focuses the row `step` rows below the focused one; without a focused row, the first or last. */
function moveToRow(step: 1 | -1): boolean {
  const links = [...document.querySelectorAll<HTMLElement>('main tbody th > a')];
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
