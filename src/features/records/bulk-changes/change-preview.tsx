import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import type { BulkChange, ChangedLead } from '#contract/portal/bulk-changes.ts';
import { contactOptions, contactsQuery } from '#src/api/contacts.ts';
import { namedLeadsQuery } from '#src/api/records/bulk-changes.ts';
import { count } from '#src/lib/numbers.ts';
import { focusTyped } from '#src/lib/type-into.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { LoadState } from '#src/ui/feedback/load-state.tsx';
import { containsText } from '#src/ui/form/contains-text.ts';
import { PendingField } from '#src/ui/form/pending-field.tsx';
import { Input } from '#src/ui/form/plain-controls.tsx';

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

/** Fewer contacts have no search. */
const minToSearch = 8;

interface ContactChoiceProps {
  id: string;
  /** The id of the contact that was pressed last; empty for none. */
  chosen: string;
  /** Whether what would change is being found out. */
  isPending: boolean;
  onChoose: (id: string) => void;
}

/** The contacts of the partner, each a button; searched by typing where there are many. */
export function ContactChoice({ id: groupId, chosen, isPending, onChoose }: ContactChoiceProps) {
  const [words, setWords] = useState('');
  const query = useQuery(contactsQuery);
  const { data: contacts } = query;
  if (contacts === undefined)
    return (
      <>
        {query.isPending && <PendingField />}
        <LoadState query={query} title="Couldn’t load contacts" lines={3} />
      </>
    );
  const found = contactOptions(contacts).filter(({ label }) => containsText(label, words));
  return (
    <fieldset id={groupId} className={s.contacts}>
      <legend className={s.legend}>New contact</legend>
      {contacts.length >= minToSearch && (
        <Input
          ref={focusTyped}
          type="search"
          aria-label="Search contacts"
          placeholder="Type to search"
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      )}
      <div className={s.choices}>
        {found.map(({ value, label }) => (
          <Button
            key={value}
            variant="plain"
            data-chosen={value === chosen || undefined}
            pending={isPending && value === chosen}
            pendingText="Checking the leads"
            aria-disabled={isPending}
            onClick={() => onChoose(value)}
          >
            {label}
          </Button>
        ))}
        {found.length === 0 && <p className="soft">No contact matches.</p>}
      </div>
    </fieldset>
  );
}
