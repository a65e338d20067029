import type { Home } from '#contract/portal/home.ts';
import { useMarkHomeRead } from '#src/api/home.ts';
import { count } from '#src/lib/numbers.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import { dealsTo, leadsTo } from './home-links.ts';
import { changeInWords } from './home-words.ts';
import { RecordRow } from './record-rows.tsx';

import s from './home.module.css';

interface ChangedSectionProps {
  changed: NonNullable<Home['changed']>;
  /** Since when, in words: "since Friday, 4:10 pm". */
  since: string;
}

/** What others have changed since the person last marked everything as read. */
export function ChangedSection({ changed, since }: ChangedSectionProps) {
  const { latest, leads, deals, until } = changed;
  const markRead = useMarkHomeRead();
  const search = {
    changedSince: changed.since,
    sort: { by: 'updatedAt', descending: true },
  } as const;
  return (
    <Section
      title={`Changed ${since}`}
      action={
        latest.length > 0 && (
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
      {latest.length === 0 ? (
        <p className="soft">Nobody else has changed anything.</p>
      ) : (
        <ul className={s.rows}>
          {latest.map((record) => (
            <RecordRow
              key={record.id}
              record={record}
              isNew
              note={changeInWords(record)}
              badge={record.status}
              time={<Time value={record.at} />}
            />
          ))}
        </ul>
      )}
      {leads + deals > latest.length && (
        <p className={s.all}>
          {deals > 0 && <LinkButton to={dealsTo(search)}>All {count(deals)} deals</LinkButton>}
          {leads > 0 && <LinkButton to={leadsTo(search)}>All {count(leads)} leads</LinkButton>}
        </p>
      )}
    </Section>
  );
}
