import type { ReactNode } from 'react';

import type { HomeRecord } from '#contract/portal/home.ts';
import { waitingOnWords } from '#contract/portal/waiting-on.ts';
import { homePart } from '#src/api/home.ts';
import { shortTimeSince } from '#src/lib/dates.ts';
import { paths } from '#src/lib/paths.ts';
import { useAmounts } from '#src/ui/elements/amount.tsx';
import { Badge } from '#src/ui/elements/badge.tsx';
import { Link } from '#src/ui/elements/link.tsx';
import { useNow } from '#src/ui/elements/now.ts';
import { UpdatedMark } from '#src/ui/elements/updated-mark.tsx';
import { UsualTime } from '#src/ui/elements/usual-time.tsx';

import { nounOf, toneOf, waitOf } from './home-words.ts';

import s from './home.module.css';

/** Returns the address of a lead or deal. */
export function addressOf({ type, id }: Pick<HomeRecord, 'type' | 'id'>): string {
  return type === 'lead' ? paths.lead(id) : paths.deal(id);
}

interface RecordRowProps {
  record: HomeRecord;
  /** The records of the section, in order: the neighbours on the record’s page. */
  section: readonly HomeRecord[];
  /** Below the name. */
  note: ReactNode;
  /** What the badge says. */
  badge: string;
  /** At the right. */
  time: ReactNode;
  /** Whether somebody else changed it and the person has not opened it since. */
  isUnread?: boolean;
  /** Whether the record changed just now. */
  isMarked: boolean;
}

/** One lead or deal of a list of the home page. */
export function RecordRow({
  record,
  section,
  note,
  badge,
  time,
  isUnread = false,
  isMarked,
}: RecordRowProps) {
  return (
    <li data-marked={isMarked || undefined}>
      <div>
        {isUnread && (
          <span className={s.dot}>
            <span className="visually-hidden">Unread: </span>
          </span>
        )}
        <Link
          to={addressOf(record)}
          state={{ among: section.map(addressOf) }}
          className={s.name ?? ''}
        >
          {record.name || `${nounOf(record.type)} without a name`}
        </Link>
        <div className={s.note}>{note}</div>
        {isMarked && <UpdatedMark />}
      </div>
      <div>
        <Badge tone={toneOf(record)}>{badge}</Badge>
      </div>
      <span className={s.time}>{time}</span>
    </li>
  );
}

interface WaitingRowsProps {
  records: readonly HomeRecord[];
  /** What is marked, by {@link homePart}. */
  marked: ReadonlySet<string>;
  isSupport: boolean;
}

/** Records that wait, with whom they wait for and the time in their status beside the usual one. */
export function WaitingRows({ records, marked, isSupport }: WaitingRowsProps) {
  const now = useNow();
  return (
    <ul className={s.rows}>
      {records.map((record) => {
        const wait = waitOf(record);
        return (
          <RecordRow
            key={record.id}
            record={record}
            section={records}
            isMarked={marked.has(homePart('oldest', record.id))}
            note={<WaitingNote record={record} isSupport={isSupport} />}
            badge={wait?.status ?? record.subStatus}
            time={shortTimeSince(wait?.since ?? record.subStatusSinceDate, now)}
          />
        );
      })}
    </ul>
  );
}

function WaitingNote({ record, isSupport }: { record: HomeRecord; isSupport: boolean }) {
  const { type, company, amount: sum, partner, status, statusSinceDate, stageTime } = record;
  const wait = waitOf(record);
  const { amount } = useAmounts();
  const facts = [
    nounOf(type),
    partner?.name,
    company !== record.name && company,
    sum !== '' && amount(sum, partner?.id),
    isSupport && wait && `waiting on ${waitingOnWords(wait.on, isSupport)}`,
  ].filter((fact) => typeof fact === 'string' && fact !== '');
  return (
    <>
      {facts.join(' · ')}
      {(wait?.status !== status || stageTime !== null) && (
        <>
          {' · '}
          {status} for <UsualTime since={statusSinceDate} usual={stageTime} />
        </>
      )}
    </>
  );
}
