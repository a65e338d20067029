import type { ReactNode, Ref } from 'react';

import { focusHeading } from '#src/ui/elements/focus-heading.ts';

import s from './todo-list.module.css';

interface TodoListProps {
  ref?: Ref<HTMLUListElement>;
  /** Whether notes are cut off after one line. */
  isOneLine?: boolean;
  children: ReactNode;
}

/** A list to work off. Each row has a name, one reason, its age and one action. */
export function TodoList({ ref, isOneLine, children }: TodoListProps) {
  return (
    <ul ref={ref} className={s.list} data-one-line={isOneLine || undefined}>
      {children}
    </ul>
  );
}

interface TodoHeadProps {
  title: string;
  /** The number of all its records, also of those that are not shown. */
  note: string;
  isLate?: boolean;
  children: ReactNode;
}

/** A part of a list to work off, with its head. */
export function TodoHead({ title, note, isLate, children }: TodoHeadProps) {
  return (
    <>
      <h3 className={s.group} data-late={isLate || undefined}>
        {title} <span className="num">{note}</span>
      </h3>
      {children}
    </>
  );
}

interface TodoRowProps {
  title: ReactNode;
  amount?: string | undefined;
  /** Below the title. */
  note: ReactNode;
  /** For how long, or when. */
  time?: ReactNode;
  isLate?: boolean;
  isDone?: boolean;
  /** Whether it changed just now. */
  isMarked?: boolean;
  /** The {@link TodoAction}, and the {@link TodoPanel} that it opens. */
  children: ReactNode;
}

/** One row of a {@link TodoList}. */
export function TodoRow(props: TodoRowProps) {
  const { title, amount, note, time, isLate, isDone, isMarked, children } = props;
  return (
    <li
      className={s.row}
      data-done={isDone || undefined}
      data-marked={isMarked || undefined}
      data-todo
    >
      <div className={s.subject}>
        <div>
          <span className={s.title}>{title}</span>
          {amount !== undefined && <span className={`${s.amount} soft num`}>{amount}</span>}
        </div>
        <div className={`${s.note} soft wrap-anywhere`}>{note}</div>
      </div>
      <span className={`${s.time} soft num`} data-late={isLate || undefined}>
        {time}
        {isLate && <span className="visually-hidden">, late</span>}
      </span>
      {children}
    </li>
  );
}

/** The place of a row’s action, at its right. */
export function TodoAction({ children }: { children: ReactNode }) {
  return <div className={s.action}>{children}</div>;
}

/** The panel that an action opens, below its row. */
export function TodoPanel({ children }: { children: ReactNode }) {
  return (
    <div className={s.panel} data-panel>
      {children}
    </div>
  );
}

/** Marks the action of a row, so that the focus finds it. */
export const todoMark = { 'data-next': true } as const;

/** Marks an action that sends something at once: a letter, pressed by chance, doesn't do it. */
export const sendsAtOnce = { 'data-sends': true } as const;

/** Finds a row, the action of a row, and an action that a letter may do. */
export const todoParts = {
  row: '[data-todo]',
  action: '[data-next]',
  byLetter: '[data-next]:not([data-sends])',
} as const;

/**
 * Returns a function that focuses the next action once the row of an element is done, and perhaps
 * gone: that of the next row that has one, else of the first. Without any, the heading of the page.
 */
export function rememberNextTodo(element: Element | null): () => void {
  const row = element?.closest(todoParts.row);
  const actions = [...document.querySelectorAll<HTMLElement>(todoParts.action)].filter(
    (action) => row?.contains(action) !== true,
  );
  const isAfter = (action: Element) =>
    row ? (row.compareDocumentPosition(action) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 : false;
  const inOrder = [...actions.filter(isAfter), ...actions.filter((action) => !isAfter(action))];
  return () => {
    const next = inOrder.find((action) => action.isConnected);
    if (next) next.focus();
    else focusHeading();
  };
}
