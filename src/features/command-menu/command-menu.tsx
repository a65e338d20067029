import Hash from 'lucide-react/icons/hash';
import Search from 'lucide-react/icons/search';
import {
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useState,
  type ReactNode,
  useLayoutEffect,
  useRef,
} from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';

import { searchLimits } from '#contract/portal/search.ts';
import { quantity } from '#src/lib/numbers.ts';
import type { OpenedAmong } from '#src/lib/opened-from.ts';
import { paths } from '#src/lib/paths.ts';
import { typeForPage } from '#src/lib/type-for-page.ts';
import { Announcer, useAnnouncement } from '#src/ui/elements/announcer.tsx';

import { MenuList, MenuMessage } from './menu-list.tsx';
import * as menu from './menu-options.ts';

import s from './command-menu.module.css';

interface CommandMenuProps {
  commands: readonly menu.Command[];
  /** Whether leads and deals can be searched; otherwise they are opened by their id. */
  canSearch: boolean;
  /** Returns the text typed while the menu was loading. */
  takeTyped?: (() => string) | undefined;
  onClose: () => void;
}

/**
 * The menu that finds leads and deals by any field, and opens any page and action: a combobox in a
 * dialog. The typed text never appears in the address.
 */
export function CommandMenu({ commands, canSearch, takeTyped, onClose }: CommandMenuProps) {
  const navigate = useNavigate();
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const search = menu.useMenuSearch(canSearch ? text : '');
  const all = canSearch
    ? commands
    : [...commands, ...menu.commandsForId(text, <Hash aria-hidden />)];
  const groups = menu.groupsFor(text, all, search.records);
  const options = groups.flatMap((group) => group.options);
  const [chosenId, setChosenId] = useState<string>();
  const active = options.find(({ id }) => id === chosenId) ?? options[0];

  // Records are those of the text before, until the response is there.
  const isCurrent = ({ kind }: menu.MenuOption) => kind === 'command' || !search.isOutdated;
  const choose = (option: menu.MenuOption) => {
    const action = menu.getAction(option);
    // Before the action, which may open a menu or a dialog with the focus.
    flushSync(onClose);
    if (action === paths.newLead()) typeForPage();
    // The other results are the neighbours on the record’s page.
    const among = search.records.map(({ type, id }) => paths[type](id));
    const state = option.kind === 'record' ? ({ among } satisfies OpenedAmong) : null;
    if (typeof action === 'string') void navigate(action, { state });
    else action();
  };
  const setIsEntered = useEarlyEnter(search.isOutdated, () => {
    if (active && isCurrent(active)) choose(active);
  });
  const handleTyped = (value: string) => {
    setTyped(value.replaceAll('\n', ''));
    setChosenId(undefined);
    setIsEntered(value.includes('\n'));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (event.nativeEvent.isComposing || (step === undefined && event.key !== 'Enter')) return;
    event.preventDefault();
    if (step !== undefined) {
      const at = active ? options.indexOf(active) : -1;
      setChosenId(options.at((at + step) % Math.max(1, options.length))?.id);
      setIsEntered(false);
    } else if (active && isCurrent(active)) choose(active);
    else setIsEntered(search.isOutdated);
  };
  const isDone = !search.isOutdated && search.error === null;
  useAnnouncement(text !== '' && isDone ? quantity(options.length, 'result') : undefined);

  return (
    <MenuDialog {...{ field, takeTyped, onClose }} onTyped={handleTyped}>
      <MenuField
        ref={field}
        {...{ canSearch, typed, listId, onKeyDown, onClose }}
        activeId={active?.id}
        onTyped={handleTyped}
      />
      <MenuList
        {...{ listId, groups, active }}
        onActive={({ id }) => setChosenId(id)}
        onChoose={choose}
        isBusy={search.isOutdated}
      />
      <MenuMessage search={search} nothing={options.length === 0 && nothingFound(canSearch)} />
      <Announcer />
    </MenuDialog>
  );
}

function nothingFound(canSearch: boolean): string {
  return canSearch
    ? 'No results. Try fewer words, or a phone, email or reference.'
    : 'No page or action has this name. Leads and deals open by their whole ID.';
}

/**
 * Calls `onResults` once the results are there, if Enter was pressed before. Returns the setter of
 * whether it was.
 */
function useEarlyEnter(isOutdated: boolean, onResults: () => void) {
  const [isEntered, setIsEntered] = useState(false);
  const notify = useEffectEvent(onResults);
  useEffect(() => {
    if (!isEntered || isOutdated) return undefined;
    // Outside React's own work, since the menu closes at once.
    const timer = setTimeout(() => {
      setIsEntered(false);
      notify();
    });
    return () => clearTimeout(timer);
  }, [isEntered, isOutdated]);
  return setIsEntered;
}

interface MenuFieldProps extends Pick<CommandMenuProps, 'canSearch' | 'onClose'> {
  ref: Ref<HTMLInputElement>;
  typed: string;
  listId: string;
  /** The id of the marked option; undefined without options. */
  activeId: string | undefined;
  onTyped: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** The field of the menu, which keeps the focus. */
function MenuField(props: MenuFieldProps) {
  const { ref, canSearch, typed, listId, activeId, onTyped, onKeyDown, onClose } = props;
  return (
    <div className={`${s.field} row`}>
      <Search aria-hidden />
      <input
        ref={ref}
        role="combobox"
        type="text"
        aria-label={
          canSearch ? 'Search leads, deals, pages and actions' : 'Search pages and actions'
        }
        aria-expanded={activeId !== undefined}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={activeId && `${listId}-${activeId}`}
        placeholder={canSearch ? searchHint() : 'Page, action or ID'}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={searchLimits.q}
        value={typed}
        onChange={({ target }) => onTyped(target.value)}
        onKeyDown={onKeyDown}
      />
      <button type="button" className={`${s.close} soft small`} onClick={onClose}>
        Close
      </button>
    </div>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Returns the hint about searchable fields, shorter on a phone. */
function searchHint(): string {
  return innerWidth > 720 ? 'Name, company, phone, email, reference …' : 'Name, company, phone …';
}

interface MenuDialogProps {
  /** Takes the focus. */
  field: RefObject<HTMLInputElement | null>;
  /** Returns the text typed before the menu was there. */
  takeTyped?: (() => string) | undefined;
  onTyped: (text: string) => void;
  onClose: () => void;
  children: ReactNode;
}

/**
 * The modal dialog of the menu, open while it is mounted. Escape and a click beside it close it;
 * the focus then returns to where it was, unless another page takes it.
 */
function MenuDialog({ field, takeTyped, onTyped, onClose, children }: MenuDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const begin = useEffectEvent(() => {
    const text = takeTyped?.() ?? '';
    if (text !== '') onTyped(text);
  });
  useLayoutEffect(() => {
    begin();
    const element = dialog.current;
    const opener = document.activeElement;
    if (element?.open === false) element.showModal();
    field.current?.focus();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [field]);
  return (
    <dialog
      ref={dialog}
      className={s.dialog}
      aria-label="Search and commands"
      closedby="any"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={s.menu}>{children}</div>
    </dialog>
  );
}
