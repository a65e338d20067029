import type { ReactNode } from 'react';

import type { HomeRecord } from '#contract/portal/home.ts';
import { waitingOnWords } from '#contract/portal/waiting-on.ts';
import { homePart } from '#src/api/home.ts';
import { shortTimeSince } from '#src/lib/dates.ts';
import { count } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { useAmounts } from '#src/ui/elements/amount.tsx';
import { Badge } from '#src/ui/elements/badge.tsx';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { Link } from '#src/ui/elements/link.tsx';
import { useNow } from '#src/ui/elements/now.ts';
import { UpdatedMark } from '#src/ui/elements/updated-mark.tsx';
import { UsualTime } from '#src/ui/elements/usual-time.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import { dealsTo, leadsTo } from './home-links.ts';
import { getTone, getWait, nameType } from './home-words.ts';
import { PendingRows, type useHomeRows } from './pending-rows.tsx';

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
        <Badge tone={getTone(record, badge)}>{badge}</Badge>
      </div>
      <span className={s.time}>{time}</span>
    </li>
  );
}

/** How many leads and deals there are. */
export interface RecordCounts {
  readonly leads: number;
  readonly deals: number;
}

interface AllLinksProps {
  counts: RecordCounts;
  /** How many records are shown already. */
  shown: number;
  /** What both lists are filtered and ordered by. */
  search: Parameters<typeof dealsTo>[0] & Parameters<typeof leadsTo>[0];
}

/** Links to both lists with all the records, if there are more than are shown. */
export function AllLinks({ counts: { deals, leads }, shown, search }: AllLinksProps) {
  if (deals + leads <= shown) return null;
  return (
    <p className={s.all}>
      {deals > 0 && (
        <LinkButton size="small" to={dealsTo(search)}>
          All {count(deals)} deals
        </LinkButton>
      )}
      {leads > 0 && (
        <LinkButton size="small" to={leadsTo(search)}>
          All {count(leads)} leads
        </LinkButton>
      )}
    </p>
  );
}

interface WaitingSectionProps extends Omit<AllLinksProps, 'shown'> {
  title: string;
  note: string;
  /** Shown where nothing waits. */
  none: string;
  oldest: ReturnType<typeof useHomeRows>['oldest'];
  /** What is marked, by {@link homePart}. */
  marked: ReadonlySet<string>;
  isSupport?: boolean;
}

/** Records that wait, with whom they wait for and the time in their status beside the usual one. */
export function WaitingSection({
  title,
  note,
  none,
  oldest,
  marked,
  isSupport = false,
  ...all
}: WaitingSectionProps) {
  const now = useNow();
  const { rows } = oldest;
  return (
    <Section title={title} note={note}>
      <PendingRows {...oldest} />
      {rows.length === 0 && <p className="soft">{none}</p>}
      {rows.length > 0 && (
        <ul className={s.rows}>
          {rows.map((record) => {
            const wait = getWait(record);
            return (
              <HomeRecordRow
                key={record.id}
                record={record}
                section={rows}
                isMarked={marked.has(homePart('oldest', record.id))}
                note={<WaitingNote record={record} isSupport={isSupport} />}
                badge={wait?.status ?? record.subStatus}
                time={shortTimeSince(wait?.since ?? record.subStatusSinceDate, now)}
              />
            );
          })}
        </ul>
      )}
      <AllLinks {...all} shown={rows.length} />
    </Section>
  );
}

function WaitingNote({ record, isSupport }: { record: HomeRecord; isSupport: boolean }) {
  const { type, company, amount: sum, partner, status, statusSinceDate, stageTime } = record;
  const wait = getWait(record);
  const { amount } = useAmounts();
  const details = [
    nameType(type),
    partner?.name,
    company !== record.name && company,
    sum !== '' && amount(sum, { partnerId: partner?.id }),
    isSupport && wait && `waiting on ${waitingOnWords(wait.on, isSupport)}`,
  ].filter((detail) => typeof detail === 'string' && detail !== '');
  return (
    <>
      {details.join(' · ')}
      {(wait?.status !== status || stageTime !== null) && (
        <>
          {' · '}
          {status} for <UsualTime since={statusSinceDate} usual={stageTime} />
        </>
      )}
    </>
  );
}
