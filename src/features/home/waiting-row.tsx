import { type ReactNode, useState } from 'react';

import type { WaitingRecord } from '#contract/portal/home.ts';
import { findPartnerMeaning, type StatusAction } from '#contract/portal/status-meanings.ts';
import { shortTimeSince } from '#src/lib/dates.ts';
import type { OpenedAmong } from '#src/lib/opened-from.ts';
import { paths } from '#src/lib/paths.ts';
import { formatDueDay } from '#src/lib/values/due-day.ts';
import { formatReminder } from '#src/lib/values/follow-up-days.ts';
import { CallButton } from '#src/ui/elements/call-button.tsx';
import { ContactLink } from '#src/ui/elements/contact-link.tsx';
import { CutText } from '#src/ui/elements/cut-text.tsx';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { Link } from '#src/ui/elements/link.tsx';
import { useNow } from '#src/ui/elements/now.ts';
import { PhonePanel } from '#src/ui/elements/phone-panel.tsx';
import { useAmounts } from '#src/ui/elements/use-amounts.ts';
import {
  rememberNextTodo,
  TodoAction,
  TodoPanel,
  TodoRow,
  todoMark,
} from '#src/ui/layout/todo-list.tsx';

import { describeReason, describeTypicalTime, isSlow, nameRecord } from './home-links.tsx';
import type { WaitingParts } from './waiting-section.tsx';

import s from './home.module.css';

interface WaitingRowProps extends WaitingParts {
  record: WaitingRecord;
  /** The reader's own contact; null for support. */
  reader: string | null;
  isMarked: boolean;
  /** The addresses of the section: the neighbours on the record’s page. */
  among: readonly string[];
}

/** A record that waits: whose, why, until when, and the action that fits. */
export function WaitingRow(props: WaitingRowProps) {
  const { record, reader, isMarked, among, Action, Menu, Outcome } = props;
  const { amount } = useAmounts();
  const { partner, contact, request, currency } = record;
  const link = { to: paths[record.type](record.id), state: { among } satisfies OpenedAmong };
  const owner = reader === null ? partner?.name : contact !== reader && contact;
  const menu = reader !== null && <Menu record={record} name={nameRecord(record)} />;
  return (
    <TodoRow
      title={
        <Link {...link} translate="no">
          {nameRecord(record)}
        </Link>
      }
      amount={record.amount === '' ? undefined : amount(record.amount, { local: currency })}
      note={<CutText>{[owner, describeReason(record)].filter(Boolean).join(' · ')}</CutText>}
      time={<WaitingTime record={record} isSupport={reader === null} />}
      isLate={record.due === 'overdue'}
      isMarked={isMarked}
    >
      {request && reader !== null ? (
        <Action request={request} menu={menu} />
      ) : (
        <LikeliestAction {...{ record, link, menu, Outcome }} isActor={reader !== null} />
      )}
    </TodoRow>
  );
}

/** A reminder, or the day a request is due; else how long it has waited, and how long is usual. */
function WaitingTime({ record, isSupport }: { record: WaitingRecord; isSupport: boolean }) {
  const now = useNow();
  const due = describeDue(record, now);
  const typicalTime = (isSupport || (!due && isSlow(record, now))) && describeTypicalTime(record);
  return (
    <>
      {due || shortTimeSince(record.since, now)}
      {typicalTime !== false && <span className={`${s.typical} soft small`}> {typicalTime}</span>}
    </>
  );
}

/** Returns the earlier of a request’s day and the reader’s own reminder; empty for neither. */
function describeDue({ request, followUp }: WaitingRecord, now: number): string {
  const dueDate = request?.dueDate ?? null;
  if (followUp !== null && (dueDate === null || followUp < dueDate))
    return formatReminder(followUp, now);
  return request ? formatDueDay(request, now) : '';
}

interface LikeliestActionProps extends Pick<WaitingParts, 'Outcome'> {
  record: WaitingRecord;
  link: { readonly to: string; readonly state: unknown };
  /** Whether the reader acts for the partner. */
  isActor: boolean;
  menu: ReactNode;
}

/** The likeliest possible action for a status: with the client, else on the record’s page. */
function LikeliestAction({ record, link, isActor, menu, Outcome }: LikeliestActionProps) {
  const action = isActor ? findLikeliest(record) : 'open';
  const { client } = record;
  if (client && (action === 'call' || action === 'email'))
    return <ReachAction {...{ record, client, action, menu, Outcome }} />;
  const label = action === 'correct' ? 'Correct' : action === 'attach' ? 'Attach' : 'Open';
  return (
    <TodoAction>
      <LinkButton {...link} {...todoMark} aria-label={`${label} ${nameRecord(record)}`}>
        {label}
      </LinkButton>
      {menu}
    </TodoAction>
  );
}

/** Returns what is likeliest to be done, of what is possible. */
function findLikeliest(record: WaitingRecord): StatusAction | 'open' {
  const { type, client } = record;
  if (!client) return 'open';
  // What waits for others was put off to call the client.
  const [action = 'open'] = findPartnerMeaning(type, record)?.actions ?? (['call'] as const);
  if (action !== 'call' && action !== 'email') return action;
  if (action === 'call' && client.phone !== '') return 'call';
  return client.email === '' ? 'open' : 'email';
}

interface ReachActionProps extends Pick<LikeliestActionProps, 'record' | 'menu' | 'Outcome'> {
  client: NonNullable<WaitingRecord['client']>;
  action: 'call' | 'email';
}

/** Reaches the client by a call or an email, and then asks what became of it. */
function ReachAction({ record, client, action, menu, Outcome }: ReachActionProps) {
  const [isOpen, setOpen] = useState(false);
  function handleAnswer(question: Element | null) {
    const focusNext = rememberNextTodo(question);
    return () => {
      setOpen(false);
      focusNext();
    };
  }
  return (
    <>
      <TodoAction>
        {action === 'call' ? (
          <CallButton
            {...todoMark}
            phone={client.phone}
            isOpen={isOpen}
            onToggle={() => setOpen(!isOpen)}
          />
        ) : (
          <ContactLink
            {...todoMark}
            href={`mailto:${client.email}`}
            aria-label={`Email ${nameRecord(record)}`}
            onClick={() => setOpen(true)}
          >
            Email
          </ContactLink>
        )}
        {menu}
      </TodoAction>
      {isOpen && (
        <TodoPanel>
          {action === 'call' && <PhonePanel phone={client.phone} />}
          <Outcome record={record} onAnswer={handleAnswer} />
        </TodoPanel>
      )}
    </>
  );
}
