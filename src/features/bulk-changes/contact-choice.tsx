import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { contactsQuery } from '#src/api/contacts.ts';
import { SkeletonLines } from '#src/ui/feedback/skeleton.tsx';
import { ErrorState } from '#src/ui/feedback/states.tsx';
import { Input } from '#src/ui/form/text-input.tsx';

import s from './bulk-changes.module.css';

/** Fewer contacts have no search. */
const minToSearch = 8;

interface ContactChoiceProps {
  /** The id of the chosen contact; empty for none. */
  chosen: string;
  onChoose: (id: string) => void;
}

/** The contacts of the partner, of which one is chosen; searched by typing where there are many. */
export function ContactChoice({ chosen, onChoose }: ContactChoiceProps) {
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
  const found = choices.filter(({ name }) => plain(name).includes(plain(words.trim())));
  return (
    <fieldset className={s.contacts}>
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
    </fieldset>
  );
}

/** Returns a text without accents and case. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
