import Ellipsis from 'lucide-react/icons/ellipsis';
import { type ComponentType, type ReactNode, useState, useId, useRef } from 'react';

import { sumCounts, type Todo, type WaitingRecord } from '#contract/portal/home.ts';
import type { LenderRequest } from '#contract/portal/requests.ts';
import { homeRowKey, useSnooze } from '#src/api/home.ts';
import { shortTimeSince } from '#src/lib/dates.ts';
import { dayText } from '#src/lib/days.ts';
import { count } from '#src/lib/numbers.ts';
import type { OpenedAmong } from '#src/lib/opened-from.ts';
import { paths } from '#src/lib/paths.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { useAmounts } from '#src/ui/elements/currencies.tsx';
import { leaveControl } from '#src/ui/elements/focus-heading.ts';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { Link } from '#src/ui/elements/link.tsx';
import { useNow } from '#src/ui/elements/now.ts';
import { TextButton } from '#src/ui/elements/text-button.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import {
  TodoAction,
  TodoList,
  TodoRow,
  todoMark,
  rememberNextTodo,
} from '#src/ui/layout/todo-list.tsx';

import {
  AllLinks,
  getWaitStatus,
  isLate,
  nameRecord,
  describeReason,
  describeTypicalTime,
} from './home-links.tsx';
import { PendingRows, type useHomeRows } from './pending-rows.tsx';

import s from './home.module.css';

/** The action for a request, with the menu of its row. */
export type WaitingAction = ComponentType<{ request: LenderRequest; menu: ReactNode }>;

interface WaitingSectionProps {
  title: string;
  todo: Todo;
  rows: ReturnType<typeof useHomeRows>['todo'];
  /** The marked parts, by {@link homeRowKey}. */
  marked: ReadonlySet<string>;
  /** The reader's own contact; null for support. */
  reader: string | null;
  /** The filters of both lists of everything that waits. */
  brokerId?: string;
  Action: WaitingAction;
}

/** Lists the records that wait for the partner, overdue first, then the oldest, with actions. */
export function WaitingSection(props: WaitingSectionProps) {
  const { title, todo, rows, marked, reader, brokerId = '', Action } = props;
  const total = sumCounts(todo);
  const list = useRef<HTMLUListElement>(null);
  const search = {
    waitingOn: ['partner' as const],
    brokerId,
    sort: { by: 'subStatusSinceDate', descending: false } as const,
  };
  return (
    <Section title={title} note={count(total)} action={reader !== null && <NotifyButton />}>
      <PendingRows {...rows} list={list} />
      {rows.rows.length === 0 && (
        <p className="soft">
          {total === 0 ? 'Nothing waits. Whatever the lender asks for is shown here at once.' : ''}
        </p>
      )}
      <TodoList ref={list} isOneLine>
        {rows.rows.map((record) => (
          <WaitingRow
            key={record.id}
            {...{ record, reader, Action }}
            isMarked={marked.has(homeRowKey('todo', record.id))}
            among={rows.rows.map(({ type, id }) => paths[type](id))}
          />
        ))}
      </TodoList>
      <AllLinks counts={todo} shown={rows.rows.length} search={search} />
    </Section>
  );
}

interface WaitingRowProps extends Pick<WaitingSectionProps, 'reader' | 'Action'> {
  record: WaitingRecord;
  isMarked: boolean;
  /** The addresses of the section: the neighbours on the record’s page. */
  among: readonly string[];
}

function WaitingRow({ record, reader, isMarked, among, Action }: WaitingRowProps) {
  const now = useNow();
  const { amount } = useAmounts();
  const { partner, contact, request, since, currency } = record;
  const name = nameRecord(record);
  const link = { to: paths[record.type](record.id), state: { among } satisfies OpenedAmong };
  const owner = reader === null ? partner?.name : contact !== reader && contact;
  const typicalTime = reader === null && describeTypicalTime(record);
  const word = getWaitStatus(record) === 'Wrong details' && reader !== null ? 'Correct' : 'Open';
  const menu = reader !== null && <SnoozeMenu record={record} />;
  return (
    <TodoRow
      title={
        <Link {...link} translate="no">
          {name}
        </Link>
      }
      // Three facts are read at a glance: where somebody else is named, the amount is not.
      amount={
        record.amount === '' || owner ? undefined : amount(record.amount, { local: currency })
      }
      note={[owner, describeReason(record)].filter(Boolean).join(' · ')}
      time={
        <>
          {shortTimeSince(since, now)}
          {typicalTime !== false && (
            <span className={`${s.typical} soft small`}> {typicalTime}</span>
          )}
        </>
      }
      isLate={isLate(record, now)}
      isMarked={isMarked}
    >
      {request && reader !== null ? (
        <Action request={request} menu={menu} />
      ) : (
        <TodoAction>
          <LinkButton {...link} {...todoMark} aria-label={`${word} ${name}`}>
            {word}
          </LinkButton>
          {menu}
        </TodoAction>
      )}
    </TodoRow>
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

/** Leaves a row out of the list: until a day, or until the lender acts. */
function SnoozeMenu({ record }: { record: WaitingRecord }) {
  const id = useId();
  const now = useNow();
  const menu = useRef<HTMLFieldSetElement>(null);
  const [day, setDay] = useState('');
  const { mutateAsync, isPending, error } = useSnooze();
  const name = nameRecord(record);
  const today = new Date(now);
  const inDays = (days: number) =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() + days).toISOString();
  // Sunday is 0, and Monday is never today.
  const monday = (8 - today.getDay()) % 7 || 7;

  async function snooze(until: string | null): Promise<void> {
    const focusNext = rememberNextTodo(menu.current);
    const duration = until === null ? 'until the lender acts' : `until ${dayText(until, now)}`;
    // The row is gone then, and with it this menu. A failure is shown in it.
    await mutateAsync({ type: record.type, id: record.id, until });
    announce(`${name} is left out ${duration}`);
    focusNext();
  }
  const trySnooze = (until: string | null) => void snooze(until).catch(() => undefined);
  const choice = (label: string, until: string | null) => (
    <Button variant="plain" pending={isPending} onClick={() => trySnooze(until)}>
      {label}
    </Button>
  );
  return (
    <>
      <button
        type="button"
        className={`${s.more} center soft`}
        popoverTarget={id}
        aria-label={`More: ${name}`}
      >
        <Ellipsis aria-hidden />
      </button>
      <fieldset ref={menu} id={id} className={s.menu} popover="auto">
        <legend className="visually-hidden">{name}</legend>
        {choice('Snooze until tomorrow', inDays(1))}
        {choice('Snooze until Monday', inDays(monday))}
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (day !== '') trySnooze(new Date(`${day}T00:00`).toISOString());
          }}
        >
          <Input
            type="date"
            aria-label="Snooze until"
            min={inDays(2).slice(0, 10)}
            value={day}
            onChange={({ target }) => setDay(target.value)}
          />
          <Button type="submit" aria-disabled={day === ''} pending={isPending}>
            Snooze
          </Button>
        </form>
        {choice('Done on my side', null)}
        {error && <p role="alert">{error.message}</p>}
      </fieldset>
    </>
  );
}
