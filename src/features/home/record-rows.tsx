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

import { nameType, getTone, getWait } from './home-words.ts';

import s from './home.module.css';

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
export function HomeRecordRow({
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
          to={paths[record.type](record.id)}
          state={{ among: section.map(({ type, id }) => paths[type](id)) }}
          className={s.name ?? ''}
        >
          {record.name || `${nameType(record.type)} without a name`}
        </Link>
        <div className={s.note}>{note}</div>
        {isMarked && <UpdatedMark />}
      </div>
      <div>
        <Badge tone={getTone(record)}>{badge}</Badge>
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
        const wait = getWait(record);
        return (
          <HomeRecordRow
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
  const wait = getWait(record);
  const { amount } = useAmounts();
  const facts = [
    nameType(type),
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
