import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router';

import { useIsSignInNeeded } from '#src/api/session.ts';
import type { OpenedInList } from '#src/lib/opened-from.ts';
import { searchedMark, firstLeadFieldId } from '#src/lib/page-elements.ts';
import { paths } from '#src/lib/paths.ts';
import { useStore } from '#src/lib/store.ts';
import {
  focusPageField,
  isTypingForPage,
  keepForPage,
  typeForPage,
} from '#src/lib/type-for-page.ts';
import { focusHeading } from '#src/ui/elements/focus-heading.ts';
import { Link } from '#src/ui/elements/link.tsx';
import { Dialog } from '#src/ui/feedback/dialog.tsx';
import { findRowLink } from '#src/ui/table/row-parts.ts';

import {
  runShortcut,
  isShortcut,
  pageTargets,
  shortcutsHere,
  type ShortcutUser,
  focusRow,
} from './shortcut-keys.ts';
import { isHelpOpen, singleKeys } from './shortcuts-setting.ts';

import s from './shortcuts.module.css';

/**
 * Acts on the shortcuts while they are switched on, and shows the help on them. Going back to a
 * list returns to its row, and its search leads to its rows, also while they are switched off.
 */
export function Shortcuts(user: Omit<ShortcutUser, 'isList'>) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isOn = useStore(singleKeys) === 'on';
  // The dialog that then opens may still be loading.
  const isSignInNeeded = useIsSignInNeeded();
  useReturnToRow();
  useSearchKeys();
  useTypingAfterNewLead();
  const actions = {
    onNewLead: user.mayCreate
      ? () => {
          typeForPage();
          void navigate(paths.newLead());
        }
      : undefined,
    onHelp: () => isHelpOpen.set(true),
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (isSignInNeeded || !isShortcut(event)) return;
    if (runShortcut(event.key, actions)) event.preventDefault();
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, [isOn]);
  return (
    useStore(isHelpOpen) && (
      <ShortcutsHelp user={{ ...user, isList: isListPath(pathname) }} isOn={isOn} />
    )
  );
}

const close = () => isHelpOpen.set(false);

function ShortcutsHelp({ user, isOn }: { user: ShortcutUser; isOn: boolean }) {
  // What the page has when the help is opened.
  const [groups] = useState(() => shortcutsHere(user));
  return (
    <Dialog title="Keyboard shortcuts" onClose={close}>
      <div className={`${s.groups} stack`}>
        {Array.from(groups, ([title, shortcuts]) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <dl className={s.list}>
              {shortcuts.map(([, keys, text]) => (
                <div key={text} className={s.shortcut}>
                  <dt>
                    {keys.map((key) => (
                      <kbd key={key} className={s.key}>
                        {key}
                      </kbd>
                    ))}
                  </dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        {groups.size === 1 && (
          <p className="soft">Lists, leads and deals have more: open this help there.</p>
        )}
        <p className="soft">
          {isOn ? 'Single keys can be switched off on ' : 'Single keys are switched off on '}
          <Link to={paths.profile()} onClick={close}>
            your profile
          </Link>
          .
        </p>
      </div>
    </Dialog>
  );
}

/**
 * Takes the text typed right after a link to the form of a new lead was pressed. If another page is
 * shown, its heading has the focus; the form gets the text once it can be shown.
 */
function useTypingAfterNewLead(): void {
  const location = useLocation();
  // After the effects of the page: its form takes the typed text.
  useEffect(() => {
    const isOfForm = location.pathname === paths.newLead();
    const wasTyping = isTypingForPage();
    const first = isOfForm ? document.getElementById(firstLeadFieldId) : null;
    if (wasTyping && isOfForm && !first) keepForPage();
    else if (wasTyping || !isOfForm) focusPageField(first);
    if (wasTyping && !first) focusHeading();
  }, [location]);
  useEffect(() => {
    const onClick = ({ target, defaultPrevented, ctrlKey, metaKey, shiftKey }: MouseEvent) => {
      const link = target instanceof Element ? target.closest('a') : null;
      const isOtherTab = ctrlKey || metaKey || shiftKey;
      // React Router has prevented the browser from following a link that it follows itself.
      if (!link || !defaultPrevented || isOtherTab) return;
      // Not to a draft, whose heading has the focus.
      const isToForm = link.pathname + link.search === paths.newLead();
      if (isToForm && matchMedia('(pointer: fine)').matches) typeForPage();
    };
    addEventListener('click', onClick);
    return () => {
      removeEventListener('click', onClick);
      focusPageField(null);
    };
  }, []);
}

/**
 * Focuses the row of a record in its list when the user goes back from the record's page. Where the
 * user has gone on to a record of another page of the list, that page is shown.
 */
function useReturnToRow(): void {
  const location = useLocation();
  const type = useNavigationType();
  const navigate = useNavigate();
  const before = useRef(location);
  const waiting = useRef<AbortController>(undefined);
  useEffect(() => {
    const left = before.current;
    before.current = location;
    if (type !== NavigationType.Pop || !isRecordInList(left.pathname, location.pathname)) return;
    waiting.current?.abort();
    waiting.current = new AbortController();
    const find = () => findRowLink(left.pathname) ?? undefined;
    focusWhenShown(find, waiting.current);
    const list = listWithRow(left.state, location.pathname + location.search);
    if (list !== undefined) void navigate(list, { replace: true });
  }, [location, type, navigate]);
  useEffect(() => () => waiting.current?.abort(), []);
}

/** Returns whether a path is that of a record, and the other one that of its list. */
function isRecordInList(path: string, listPath: string): boolean {
  return isListPath(listPath) && path.startsWith(`${listPath}/`);
}

/**
 * Returns the address of the page of the list that contains the record, if the user has come from
 * `opened` and that is another page.
 */
function listWithRow(state: unknown, opened: string): string | undefined {
  if (typeof state !== 'object' || state === null) return undefined;
  const place: Partial<Record<keyof OpenedInList, unknown>> = state;
  const isOther = place.opened === opened && place.list !== opened;
  return isOther && typeof place.list === 'string' ? place.list : undefined;
}

/**
 * Moves the focus from the search of a list to its first row by Enter or the down arrow, once the
 * list shows the results. Also works while the shortcuts are off, because no letter is involved.
 */
function useSearchKeys(): void {
  const { pathname } = useLocation();
  const isList = isListPath(pathname);
  useEffect(() => {
    if (!isList) return undefined;
    let waiting = new AbortController();
    const onKeyDown = (event: KeyboardEvent) => {
      const { target: search } = event;
      if (!(search instanceof HTMLInputElement) || !isToRows(event)) return;
      event.preventDefault();
      waiting.abort();
      waiting = new AbortController();
      focusWhenShown(() => findFirstRow(search), waiting);
    };
    addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('keydown', onKeyDown);
      waiting.abort();
    };
  }, [isList]);
}

/** Returns whether a path is that of a list with rows to search. */
const isListPath = (path: string): boolean => path === paths.leads() || path === paths.deals();

function isToRows({ key, target, isComposing, ...event }: KeyboardEvent): boolean {
  if (isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
  const isKey = key === 'Enter' || key === 'ArrowDown';
  return isKey && target instanceof Element && target.matches(pageTargets.search);
}

/**
 * Returns the link of the first row that a search has found: undefined until it is loaded, null if
 * nothing was found.
 */
function findFirstRow(search: HTMLInputElement): HTMLElement | null | undefined {
  const isSearched = search.getAttribute(searchedMark) === search.value.trim();
  if (!isSearched || document.querySelector('main table[aria-busy="true"]')) return undefined;
  return document.querySelector<HTMLElement>(pageTargets.rowLink);
}

/**
 * Focuses a link of a row as soon as `find` returns it, unless the user does something first.
 * `find` returns undefined while the link may still come, and null once it won’t. What `waiting`
 * waits for ends with it.
 */
function focusWhenShown(find: () => HTMLElement | null | undefined, waiting: AbortController) {
  const look = () => {
    const link = find();
    if (link === undefined) return;
    waiting.abort();
    if (link !== null) focusRow(link);
  };
  look();
  const { signal } = waiting;
  if (signal.aborted) return;
  const observer = new MutationObserver(look);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['href', 'aria-busy', searchedMark],
  });
  signal.addEventListener('abort', () => observer.disconnect());
  for (const event of ['keydown', 'pointerdown'])
    addEventListener(event, () => waiting.abort(), { signal });
}
