import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import type { BulkChange, ChangedLead } from '#contract/portal/bulk-changes.ts';
import { namedLeadsQuery } from '#src/api/records/bulk-changes.ts';
import { count } from '#src/lib/numbers.ts';
import { announce } from '#src/ui/elements/announcer.tsx';

import { expectedWords } from './change-words.ts';

import s from './bulk-changes.module.css';

/** Shows what a prepared change would do, and the first leads that it would change and not. */
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
      {change.outcomes.pending > 0 && (
        <NamedLeads change={change} outcome="pending" label="The first of them" />
      )}
      {change.outcomes.rejected > 0 && (
        <div>
          <h3 className={s.rejected}>Can’t be changed</h3>
          <NamedLeads change={change} outcome="rejected" label="Can’t be changed" />
        </div>
      )}
    </>
  );
}

interface NamedLeadsProps {
  change: BulkChange;
  outcome: Parameters<typeof namedLeadsQuery>[1];
  label: string;
}

/** The first leads of a prepared change with an outcome, and how many more there are. */
function NamedLeads({ change, outcome, label }: NamedLeadsProps) {
  const { data } = useQuery(namedLeadsQuery(change.id, outcome));
  const number = change.outcomes[outcome];
  if (data === undefined) return null;
  return (
    <ul className={s.named} aria-label={label}>
      {data.rows.map((lead) => (
        <NamedLead key={lead.id} lead={lead} isReassigned={change.change.kind === 'reassign'} />
      ))}
      {number > data.rows.length && (
        <li className="soft">and {count(number - data.rows.length)} more</li>
      )}
    </ul>
  );
}

/** A lead, with its contact so far or with why it can’t be changed. */
function NamedLead({ lead, isReassigned }: { lead: ChangedLead; isReassigned: boolean }) {
  const { client, company, contactBefore, outcome, reason } = lead;
  const unnamed = outcome === 'rejected' ? 'Lead without access' : 'No name';
  return (
    <li>
      <span className={s.client}>
        {client || company || unnamed}
        {client !== '' && company !== '' && <span className="soft">{company}</span>}
        {reason !== '' && <span className="danger">{reason}</span>}
      </span>
      {isReassigned && reason === '' && contactBefore !== '' && (
        <span className="soft">from {contactBefore}</span>
      )}
    </li>
  );
}
