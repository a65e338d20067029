import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { contactOptions, contactsQuery } from '#src/api/contacts.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { LoadState } from '#src/ui/feedback/load-state.tsx';
import { containsText } from '#src/ui/form/contains-text.ts';
import { Input } from '#src/ui/form/plain-controls.tsx';

import s from './bulk-changes.module.css';

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
    return <LoadState query={query} title="Couldn’t load contacts" lines={3} />;
  const found = contactOptions(contacts).filter(({ label }) => containsText(label, words));
  return (
    <fieldset id={groupId} className={s.contacts}>
      <legend className={s.legend}>New contact</legend>
      {contacts.length >= minToSearch && (
        <Input
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
