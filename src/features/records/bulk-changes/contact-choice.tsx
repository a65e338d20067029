import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';

import { contactsQuery } from '#src/api/contacts.ts';
import { SkeletonLines } from '#src/ui/feedback/skeleton.tsx';
import { ErrorState } from '#src/ui/feedback/states.tsx';
import { containsText } from '#src/ui/form/contains-text.ts';
import { Input } from '#src/ui/form/input.tsx';

import s from './bulk-changes.module.css';

/** Fewer contacts have no search. */
const minToSearch = 8;

interface ContactChoiceProps {
  /** The id of the chosen contact; empty for none. */
  chosen: string;
  error: string | undefined;
  onChoose: (id: string) => void;
}

/** The contacts of the partner, of which one is chosen; searched by typing where there are many. */
export function ContactChoice({ chosen, error, onChoose }: ContactChoiceProps) {
  const errorId = useId();
  const [words, setWords] = useState('');
  const { data: contacts, ...query } = useQuery(contactsQuery);
  if (contacts === undefined)
    return query.isError ? (
      <ErrorState title="Couldn’t load contacts" onRetry={() => void query.refetch()}>
        {query.error.message}
      </ErrorState>
    ) : (
      <SkeletonLines lines={3} />
    );
  const choices = contacts.map(({ id, firstName, lastName }) => ({
    id,
    name: `${firstName} ${lastName}`.trim(),
  }));
  const found = choices.filter(({ name }) => containsText(name, words));
  return (
    <fieldset
      role="radiogroup"
      className={s.contacts}
      aria-invalid={error === undefined ? undefined : true}
      aria-describedby={error === undefined ? undefined : errorId}
    >
      <legend className={s.legend}>New contact</legend>
      {choices.length >= minToSearch && (
        <Input
          type="search"
          aria-label="Search contacts"
          placeholder="Type to search"
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      )}
      <div className={s.choices}>
        {found.map(({ id, name }) => (
          <label key={id} className={s.choice}>
            <input
              type="radio"
              name="contact"
              checked={id === chosen}
              onChange={() => onChoose(id)}
            />
            {name}
          </label>
        ))}
        {found.length === 0 && <p className="soft">No contact matches.</p>}
      </div>
      {error !== undefined && (
        <p id={errorId} className={s.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
