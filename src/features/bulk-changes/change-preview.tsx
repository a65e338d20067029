import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { type BulkChange, changedLeadListQuery } from '#contract/portal/bulk-changes.ts';
import { parseQuery } from '#contract/query-string.ts';
import { changedLeadsQuery } from '#src/api/account/bulk-changes.ts';
import { count } from '#src/lib/numbers.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { SkeletonLines } from '#src/ui/feedback/skeleton.tsx';

import { expectedWords } from './change-words.ts';

import s from './bulk-changes.module.css';

/** How many of the leads are named. */
const maxNamed = 5;

/** What a prepared change would do, and the first leads that it would change. */
export function ChangePreview({ change }: { change: BulkChange }) {
  const expected = useRef<HTMLDivElement>(null);
  const words = expectedWords(change);
  const announced = words.join(' ');
  useEffect(() => {
    expected.current?.focus();
    announce(announced);
    // What was expected is not what is said of the next step.
    return () => announce('');
  }, [announced]);
  const { pending } = change.outcomes;
  const search = parseQuery(
    changedLeadListQuery,
    new URLSearchParams({ pageSize: String(maxNamed), outcome: 'pending' }),
  );
  const { data } = useQuery(changedLeadsQuery(change.id, search));
  const [first = '', ...others] = words;
  return (
    <>
      <div ref={expected} tabIndex={-1} className={s.expected}>
        <p className={s.first}>{first}</p>
        {others.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {change.change.kind === 'add-note' && (
        <blockquote className={s.note}>{change.change.note}</blockquote>
      )}
      {pending > 0 && data === undefined && <SkeletonLines lines={Math.min(pending, maxNamed)} />}
      {data && data.rows.length > 0 && (
        <ul className={s.named} aria-label="The first of them">
          {data.rows.map(({ id, client, company, contactBefore }) => (
            <li key={id}>
              <span className={s.client}>
                {client || company || 'No name'}
                {client !== '' && company !== '' && <span className="soft">{company}</span>}
              </span>
              {change.change.kind === 'reassign' && contactBefore !== '' && (
                <span className="soft">from {contactBefore}</span>
              )}
            </li>
          ))}
          {pending > data.rows.length && (
            <li className="soft">and {count(pending - data.rows.length)} more</li>
          )}
        </ul>
      )}
    </>
  );
}
