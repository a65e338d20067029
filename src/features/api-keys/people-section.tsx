import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Person } from '#contract/portal/entered-keys.ts';
import { confirmed } from '#src/api/account/confirmation.ts';
import { peopleQuery } from '#src/api/account/entered-keys.ts';
import { useUpstreamName } from '#src/api/session.ts';
import { Badge, type Tone } from '#src/ui/elements/badge.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { LoadState } from '#src/ui/feedback/load-state.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import { EnterKeyDialog } from './enter-key-dialog.tsx';

import s from './api-keys.module.css';

/**
 * Lists the partner's other people than the user's own contact, and whether each has an API key for
 * the upstream service.
 */
export function PeopleSection({ ownId }: { ownId: string | undefined }) {
  const people = useQuery(peopleQuery);
  const upstreamName = useUpstreamName();
  const [entering, setEntering] = useState<Person>();
  const [entered, setEntered] = useState<string>();
  const others = people.data?.filter(({ id }) => id !== ownId);

  function handleEnter(person: Person): void {
    setEntered(undefined);
    confirmed(async () => setEntering(person)).catch(() => {});
  }

  return (
    <Section title="People">
      <p className={s.source}>
        Everyone needs their own API key of {upstreamName}. They can enter it themselves, or you can
        enter it for them.
      </p>
      {entered !== undefined && <Notice tone="success" title={`The API key works: ${entered}`} />}
      <LoadState query={people} title="Couldn’t load people" lines={3} />
      {others?.length === 0 && <p className="soft">No other users in your organisation.</p>}
      <ul>
        {others?.map((person) => (
          <PersonRow key={person.id} person={person} onEnter={() => handleEnter(person)} />
        ))}
      </ul>
      {entering && (
        <EnterKeyDialog
          person={entering}
          onEntered={() => {
            setEntering(undefined);
            setEntered(entering.name);
          }}
          onClose={() => setEntering(undefined)}
        />
      )}
    </Section>
  );
}

function PersonRow({ person, onEnter }: { person: Person; onEnter: () => void }) {
  const { name, email, apiKey } = person;
  return (
    <li className={s.person}>
      <div className={s.who}>
        <strong>{name}</strong>
        <span className="soft">{email}</span>
      </div>
      <KeyState apiKey={apiKey} />
      <Button size="small" aria-label={`Enter API key for ${name}`} onClick={onEnter}>
        Enter API key
      </Button>
    </li>
  );
}

function KeyState({ apiKey }: Pick<Person, 'apiKey'>) {
  const [tone, word] = describeKey(apiKey);
  return (
    <span className="row">
      <Badge tone={tone}>{word}</Badge>
      {apiKey && <Time value={apiKey.rejectedAt ?? apiKey.createdAt} />}
    </span>
  );
}

function describeKey(apiKey: Person['apiKey']): [Tone, string] {
  if (apiKey === null) return ['warning', 'Not entered yet'];
  return apiKey.rejectedAt === null ? ['success', 'Entered'] : ['danger', 'Rejected'];
}
