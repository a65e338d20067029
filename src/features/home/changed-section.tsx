import { useRef } from 'react';

import { type Home, homeLimits, sumCounts } from '#contract/portal/home.ts';
import { homeRowKey, useMarkHomeRead } from '#src/api/home.ts';
import { count } from '#src/lib/numbers.ts';
import type { OpenedAmong } from '#src/lib/opened-from.ts';
import { paths } from '#src/lib/paths.ts';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { Link } from '#src/ui/elements/link.tsx';
import { TextButton } from '#src/ui/elements/text-button.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { useAmounts } from '#src/ui/elements/use-amounts.ts';
import { Failure } from '#src/ui/feedback/notice.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { TodoAction, TodoList, TodoRow } from '#src/ui/layout/todo-list.tsx';

import { AllLinks, describeChange, nameRecord } from './home-links.tsx';
import { PendingRows, type useHomeRows } from './pending-rows.tsx';

import s from './home.module.css';

interface ChangedSectionProps {
  changed: NonNullable<Home['changed']>;
  /** Since when, in words: "since Friday, 4:10 pm". */
  since: string;
  /** The records to show: those of `changed`, or the former ones while somebody uses the list. */
  rows: ReturnType<typeof useHomeRows>['latest'];
  /** The marked parts, by {@link homeRowKey}. */
  marked: ReadonlySet<string>;
}

/** Shows what others have changed since the person last marked everything as read. */
export function ChangedSection({ changed, since, rows: stable, marked }: ChangedSectionProps) {
  const { until } = changed;
  const { rows } = stable;
  const list = useRef<HTMLUListElement>(null);
  const { amount } = useAmounts();
  const markRead = useMarkHomeRead();
  const search = {
    changedSince: changed.since,
    sort: { by: 'updatedAt', descending: true },
  } as const;
  const among = rows.map(({ type, id }) => paths[type](id));
  return (
    <Section
      title={`Changed ${since}`}
      note={countAtMost(sumCounts(changed))}
      action={
        rows.length > 0 && (
          <TextButton pending={markRead.isPending} onClick={() => markRead.mutate(until)}>
            Mark all as read
          </TextButton>
        )
      }
    >
      <Failure title="Couldn’t mark as read" error={markRead.error} />
      <PendingRows {...stable} list={list} />
      {rows.length === 0 && <p className="soft">Nobody else has changed anything.</p>}
      <TodoList ref={list} isOneLine>
        {rows.map((record) => {
          const name = nameRecord(record);
          const link = {
            to: paths[record.type](record.id),
            state: { among } satisfies OpenedAmong,
          };
          return (
            <TodoRow
              key={record.id}
              title={
                <>
                  {record.isUnread && (
                    <span className={s.dot}>
                      <span className="visually-hidden">Unread: </span>
                    </span>
                  )}
                  <Link {...link}>{name}</Link>
                </>
              }
              amount={
                record.amount === '' ? undefined : amount(record.amount, { local: record.currency })
              }
              note={describeChange(record)}
              time={<Time value={record.at} inTable />}
              isMarked={marked.has(homeRowKey('latest', record.id))}
            >
              <TodoAction>
                <LinkButton {...link} aria-label={`Open ${name}`}>
                  Open
                </LinkButton>
              </TodoAction>
            </TodoRow>
          );
        })}
      </TodoList>
      <AllLinks counts={changed} write={countAtMost} shown={rows.length} search={search} />
    </Section>
  );
}

function countAtMost(number: number): string {
  const { changed } = homeLimits;
  return number > changed ? `${count(changed)}+` : count(number);
}
