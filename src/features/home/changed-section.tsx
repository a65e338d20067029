import type { ReactNode } from 'react';

import type { ChangedRecord, Home } from '#contract/portal/home.ts';
import { homePart, useMarkHomeRead } from '#src/api/home.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import { changeInWords } from './home-words.ts';
import { AllLinks, HomeRecordRow } from './record-rows.tsx';

import s from './home.module.css';

interface ChangedSectionProps {
  changed: NonNullable<Home['changed']>;
  /** Since when, in words: "since Friday, 4:10 pm". */
  since: string;
  /** The records to show: those of `changed`, or the former ones while somebody uses them. */
  rows: readonly ChangedRecord[];
  /** Says that other records wait to be shown. */
  waiting: ReactNode;
  /** What is marked, by {@link homePart}. */
  marked: ReadonlySet<string>;
}

/** What others have changed since the person last marked everything as read. */
export function ChangedSection({ changed, since, rows, waiting, marked }: ChangedSectionProps) {
  const { until } = changed;
  const markRead = useMarkHomeRead();
  const search = {
    changedSince: changed.since,
    sort: { by: 'updatedAt', descending: true },
  } as const;
  return (
    <Section
      title={`Changed ${since}`}
      action={
        rows.length > 0 && (
          <Button
            variant="plain"
            size="small"
            pending={markRead.isPending}
            onClick={() => markRead.mutate(until)}
          >
            Mark all as read
          </Button>
        )
      }
    >
      {markRead.isError && (
        <Notice tone="danger" title="Couldn’t mark as read">
          {markRead.error.message}
        </Notice>
      )}
      {waiting}
      {rows.length === 0 ? (
        <p className="soft">Nobody else has changed anything.</p>
      ) : (
        <ul className={s.rows}>
          {rows.map((record) => (
            <HomeRecordRow
              key={record.id}
              record={record}
              section={rows}
              isUnread={record.isUnread}
              isMarked={marked.has(homePart('latest', record.id))}
              note={changeInWords(record)}
              badge={record.status}
              time={<Time value={record.at} />}
            />
          ))}
        </ul>
      )}
      <AllLinks counts={changed} shown={rows.length} search={search} />
    </Section>
  );
}
