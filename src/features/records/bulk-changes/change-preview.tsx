import { useQuery } from '@tanstack/react-query';
import { type Ref, useEffect, useRef, useState } from 'react';

import { contactOptions, contactsQuery } from '#src/api/contacts.ts';
import type { PreviewedChange } from '#src/api/records/bulk-changes.ts';
import { count } from '#src/lib/numbers.ts';
import { focusTyped } from '#src/lib/type-into.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { LoadState } from '#src/ui/feedback/load-state.tsx';
import { containsText } from '#src/ui/form/contains-text.ts';
import { Input } from '#src/ui/form/input.tsx';
import { PendingField } from '#src/ui/form/pending-field.tsx';

import { describeExpected } from './change-texts.ts';
import { LeftLeads } from './left-leads.tsx';

import s from './bulk-changes.module.css';

/** Shows what a change would do, and the first leads that it would change and not. */
export function Preview({ preview }: { preview: PreviewedChange }) {
  const { changed, first, rejected } = preview;
  const expected = useRef<HTMLDivElement>(null);
  const sentences = describeExpected(preview);
  const announced = sentences.join(' ');
  useEffect(() => {
    expected.current?.focus();
    announce(announced);
    // Clears the announcement before the next step makes its own.
    return () => announce('');
  }, [announced]);
  const [main = '', ...others] = sentences;
  return (
    <>
      <div ref={expected} tabIndex={-1} className={s.expected}>
        <p className="bold">{main}</p>
        {others.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {preview.change.kind === 'add-note' && (
        <blockquote className={s.note}>{preview.change.note.trim()}</blockquote>
      )}
      {first.length > 0 && (
        <ul className={`${s.named} card divided`} aria-label="The first of them">
          {first.map((lead) => (
            <FirstLead
              key={lead.id}
              lead={lead}
              isReassigned={preview.change.kind === 'reassign'}
            />
          ))}
          {changed > first.length && (
            <li className="soft">and {count(changed - first.length)} more</li>
          )}
        </ul>
      )}
      {rejected.length > 0 && (
        <div>
          <h3 className={s.rejected}>Can’t be changed</h3>
          <LeftLeads left={rejected} label="Can’t be changed" />
        </div>
      )}
    </>
  );
}

interface FirstLeadProps {
  lead: PreviewedChange['first'][number];
  isReassigned: boolean;
}

/** A lead that would be changed, with its contact so far. */
function FirstLead({ lead: { client, company, contact }, isReassigned }: FirstLeadProps) {
  return (
    <li>
      <span className={`${s.client} wrap-anywhere`}>
        {client || company || 'No name'}
        {client !== '' && company !== '' && <span className="soft">{company}</span>}
      </span>
      {isReassigned && <span className="soft">from {contact}</span>}
    </li>
  );
}

/** Marks the contact that was pressed last. */
const chosenMark = 'data-chosen';

/** Fewer contacts have no search. */
const minToSearch = 8;

interface ContactChoiceProps {
  ref: Ref<HTMLFieldSetElement> | undefined;
  /** The id of the contact that was pressed last; empty for none. */
  chosen: string;
  /** Whether what would change is being found out. */
  isPending: boolean;
  onChoose: (id: string) => void;
}

/** The contacts of the partner, each a button; searched by typing where there are many. */
export function ContactChoice({ ref, chosen, isPending, onChoose }: ContactChoiceProps) {
  const [searchText, setSearchText] = useState('');
  const query = useQuery(contactsQuery);
  const { data: contacts } = query;
  if (contacts === undefined)
    return (
      <>
        {query.isPending && <PendingField />}
        <LoadState query={query} title="Couldn’t load contacts" lines={3} />
      </>
    );
  const found = contactOptions(contacts).filter(({ label }) => containsText(label, searchText));
  return (
    <fieldset ref={ref} className="stack-small">
      <legend className={s.legend}>New contact</legend>
      {contacts.length >= minToSearch && (
        <Input
          ref={focusTyped}
          type="search"
          aria-label="Search contacts"
          placeholder="Type to search"
          value={searchText}
          onChange={({ target }) => setSearchText(target.value)}
        />
      )}
      <div className={s.choices}>
        {found.map(({ value, label }) => (
          <Button
            key={value}
            variant="plain"
            {...{ [chosenMark]: value === chosen || undefined }}
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

/** Focuses the note; or the contact that was pressed, which a search may have hidden. */
export function focusInput(form: HTMLElement | null): void {
  const fields = [`[${chosenMark}]`, 'input, textarea, button'].map((selector) =>
    form?.querySelector<HTMLElement>(selector),
  );
  fields.find((field) => field)?.focus();
}
