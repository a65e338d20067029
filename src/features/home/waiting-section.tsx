import { type ComponentType, type ReactNode, useRef, useState } from 'react';

import {
  type DueGroup,
  dueGroups,
  sumCounts,
  type Todo,
  type WaitingRecord,
} from '#contract/portal/home.ts';
import type { LenderRequest } from '#contract/portal/requests.ts';
import { homeRowKey } from '#src/api/home.ts';
import { count } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { leaveControl } from '#src/ui/elements/focus-heading.ts';
import { TextButton } from '#src/ui/elements/text-button.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { TodoHead, TodoList } from '#src/ui/layout/todo-list.tsx';

import { AllLinks } from './home-links.tsx';
import { PendingRows, type useHomeRows } from './pending-rows.tsx';
import { WaitingRow } from './waiting-row.tsx';

/** The action for a request, with the menu of its row. */
export type WaitingAction = ComponentType<{ request: LenderRequest; menu: ReactNode }>;

/** The parts of a row that other features have. */
export interface WaitingParts {
  Action: WaitingAction;
  /** The menu of a row. */
  Menu: ComponentType<{ record: WaitingRecord; name: string }>;
  /** Asks what became of a call or an email; `onAnswer` as of {@link rememberNextTodo}. */
  Outcome: ComponentType<{
    record: WaitingRecord;
    onAnswer: (question: Element | null) => () => void;
  }>;
}

interface WaitingSectionProps extends WaitingParts {
  title: string;
  todo: Todo;
  rows: ReturnType<typeof useHomeRows>['todo'];
  /** The marked parts, by {@link homeRowKey}. */
  marked: ReadonlySet<string>;
  /** The reader's own contact; null for support. */
  reader: string | null;
  /** The filters of both lists of everything that waits. */
  brokerId?: string;
}

const groupTitles: Readonly<Record<DueGroup, string>> = {
  overdue: 'Overdue',
  today: 'Today',
  week: 'This week',
  later: 'Later',
  none: 'No day',
};

/** Lists the records that wait for the partner, by the day they are due, with actions. */
export function WaitingSection(props: WaitingSectionProps) {
  const { title, todo, rows, marked, reader, brokerId = '', Action, Menu, Outcome } = props;
  const total = sumCounts(todo);
  const list = useRef<HTMLDivElement>(null);
  const among = rows.rows.map(({ type, id }) => paths[type](id));
  const search = {
    waitingOn: ['partner' as const],
    brokerId,
    sort: { by: 'subStatusSinceDate', descending: false } as const,
  };
  const shown = dueGroups.filter((group) => rows.rows.some(({ due }) => due === group));
  const lists = shown.map((group) => (
    <TodoList key={group}>
      {rows.rows
        .filter(({ due }) => due === group)
        .map((record) => (
          <WaitingRow
            key={record.id}
            {...{ record, reader, among, Action, Menu, Outcome }}
            isMarked={marked.has(homeRowKey('todo', record.id))}
          />
        ))}
    </TodoList>
  ));
  return (
    <Section title={title} note={count(total)} action={reader !== null && <NotifyButton />}>
      <PendingRows {...rows} list={list} />
      {rows.rows.length === 0 && (
        <p className="soft">
          {total === 0 ? 'Nothing waits. Whatever the lender asks for is shown here at once.' : ''}
        </p>
      )}
      <div ref={list}>
        {shown.map((group, at) =>
          // Where nothing is due on a day, there is nothing to tell apart.
          todo.due.none === total ? (
            lists[at]
          ) : (
            <TodoHead
              key={group}
              title={groupTitles[group]}
              note={count(todo.due[group])}
              isLate={group === 'overdue'}
            >
              {lists[at]}
            </TodoHead>
          ),
        )}
      </div>
      <AllLinks counts={todo.listed} shown={rows.rows.length} search={search} />
    </Section>
  );
}

/** Asks for permission to show notices of the browser; gone once that is answered. */
function NotifyButton() {
  const [permission, setPermission] = useState(() =>
    'Notification' in globalThis ? Notification.permission : 'denied',
  );
  if (permission !== 'default') return null;
  const ask = async (button: Element) => {
    const answer = await Notification.requestPermission();
    setPermission(answer);
    if (answer === 'default') return;
    announce(answer === 'granted' ? 'You will be notified' : 'Notices are blocked');
    leaveControl(button);
  };
  return (
    <TextButton onClick={({ currentTarget }) => void ask(currentTarget)}>Notify me</TextButton>
  );
}
