import { type ReactNode, useState } from 'react';

import type { WaitingRecord } from '#contract/portal/home.ts';
import { findPartnerMeaning } from '#contract/portal/status-meanings.ts';
import { shortTimeSince } from '#src/lib/dates.ts';
import type { OpenedAmong } from '#src/lib/opened-from.ts';
import { paths } from '#src/lib/paths.ts';
import { formatDueDay } from '#src/lib/values/due-day.ts';
import { formatReminder } from '#src/lib/values/follow-up-days.ts';
import { CallButton, PhonePanel } from '#src/ui/elements/call-button.tsx';
import { ContactLink } from '#src/ui/elements/contact-link.tsx';
import { useAmounts } from '#src/ui/elements/currencies.tsx';
import { CutText } from '#src/ui/elements/cut-text.tsx';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { Link } from '#src/ui/elements/link.tsx';
import { useNow } from '#src/ui/elements/now.ts';
import { TodoAction, TodoPanel, TodoRow, todoMark } from '#src/ui/layout/todo-list.tsx';

import { describeReason, describeTypicalTime, isSlow, nameRecord } from './home-links.tsx';
import type { WaitingAction, WaitingMenu } from './waiting-section.tsx';

import s from './home.module.css';

interface WaitingRowProps {
  record: WaitingRecord;
  /** The reader's own contact; null for support. */
  reader: string | null;
  isMarked: boolean;
  /** The addresses of the section: the neighbours on the record’s page. */
  among: readonly string[];
  Action: WaitingAction;
  Menu: WaitingMenu;
}

/** A record that waits: whose, why, until when, and the action that fits. */
export function WaitingRow({ record, reader, isMarked, among, Action, Menu }: WaitingRowProps) {
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
        <LikeliestAction {...{ record, link, menu }} isActor={reader !== null} />
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

interface LikeliestActionProps {
  record: WaitingRecord;
  link: { readonly to: string; readonly state: unknown };
  /** Whether the reader acts for the partner. */
  isActor: boolean;
  menu: ReactNode;
}

/** The likeliest possible action for a status: with the client, else on the record’s page. */
function LikeliestAction({ record, link, isActor, menu }: LikeliestActionProps) {
  const [isOpen, setOpen] = useState(false);
  const { type, client } = record;
  const name = nameRecord(record);
  // What waits for others has been put off to call the client.
  const meaning = findPartnerMeaning(type, record) ?? { actions: ['call' as const] };
  const [likeliest] = (isActor && client && meaning.actions) || [];
  if (likeliest === 'call' && client?.phone)
    return (
      <>
        <TodoAction>
          <CallButton
            {...todoMark}
            phone={client.phone}
            isOpen={isOpen}
            onToggle={() => setOpen(!isOpen)}
          />
          {menu}
        </TodoAction>
        {isOpen && (
          <TodoPanel>
            <PhonePanel phone={client.phone} />
          </TodoPanel>
        )}
      </>
    );
  const isByEmail = likeliest === 'email' || likeliest === 'call';
  const label = likeliest === 'correct' ? 'Correct' : likeliest === 'attach' ? 'Attach' : 'Open';
  return (
    <TodoAction>
      {isByEmail && client?.email ? (
        <ContactLink {...todoMark} href={`mailto:${client.email}`} aria-label={`Email ${name}`}>
          Email
        </ContactLink>
      ) : (
        <LinkButton {...link} {...todoMark} aria-label={`${label} ${name}`}>
          {label}
        </LinkButton>
      )}
      {menu}
    </TodoAction>
  );
}
