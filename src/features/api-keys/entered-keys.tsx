import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { enteredKey, type Person, type Profile } from '#contract/portal/api-keys.ts';
import { capitalizeName } from '#contract/portal/upstream-name.ts';
import { confirmed } from '#src/api/account/confirmation.ts';
import { peopleQuery, useEnterApiKey } from '#src/api/account/entered-keys.ts';
import { useUpstreamName } from '#src/api/upstream-name.ts';
import { ShortForm, useTextForm } from '#src/forms/short-form.tsx';
import { apiKeySection } from '#src/lib/page-elements.ts';
import { Badge, type Tone } from '#src/ui/elements/badge.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { LoadState } from '#src/ui/feedback/load-state.tsx';
import { Failure, Notice } from '#src/ui/feedback/notice.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import { KeyLine, KeyTimes, useShownKey } from './profile-key.tsx';

import s from './api-keys.module.css';

/**
 * Shows the user's API key for the upstream service and, to a partner admin, the key status of the
 * partner's other people. One password confirmation covers all of them.
 */
export function EnteredKeys({ profile: { account, contact, apiKey } }: { profile: Profile }) {
  return (
    <>
      <EnteredKeySection apiKey={apiKey} />
      {account.role === 'partner-admin' && <PeopleSection ownId={contact?.id} />}
    </>
  );
}

/**
 * Shows and saves the user's API key for the upstream service, and whether that service accepts it.
 */
function EnteredKeySection({ apiKey }: Pick<Profile, 'apiKey'>) {
  const shownKey = useShownKey();
  const upstreamName = useUpstreamName();
  const isGood = apiKey?.rejectedAt === null;
  const [step, setStep] = useState<'none' | 'entering' | 'entered'>('none');

  function handleEnter(): void {
    shownKey.hide();
    confirmed(async () => setStep('entering')).catch(() => {});
  }

  return (
    <Section id={apiKeySection} title="API key">
      <Failure title="Couldn’t load the API key" error={shownKey.error} />
      {step === 'entered' && isGood && (
        <Notice tone="success" title="Your API key works">
          You can now see leads and deals.
        </Notice>
      )}
      {apiKey?.rejectedAt && (
        <Notice tone="warning" title={`${capitalizeName(upstreamName)} rejects your API key`}>
          First rejected <Time value={apiKey.rejectedAt} />. Get your current API key there, and
          enter it here.
        </Notice>
      )}
      <p className={s.source}>
        Leads and deals are stored in {upstreamName}.{' '}
        {isGood
          ? 'This is your API key from there.'
          : 'Connect it with your API key, which is on your profile page there.'}
      </p>
      {apiKey === null && <p className={s.source}>No API key entered yet.</p>}
      <KeyLine masked={apiKey?.masked} shownKey={shownKey}>
        <Button variant={isGood ? 'bordered' : 'main'} onClick={handleEnter}>
          {isGood ? 'Enter another API key' : 'Enter API key'}
        </Button>
      </KeyLine>
      {apiKey && <KeyTimes apiKey={apiKey} came="Entered" />}
      {step === 'entering' && (
        <EnterKeyDialog onEntered={() => setStep('entered')} onClose={() => setStep('none')} />
      )}
    </Section>
  );
}

/**
 * Lists the partner's other people than the user's own contact, and whether each has an API key for
 * the upstream service.
 */
function PeopleSection({ ownId }: { ownId: string | undefined }) {
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
      <ul className="divided">
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
    <li className={`${s.person} cluster`}>
      <div className={s.who}>
        <strong translate="no">{name}</strong>
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
    <span className="cluster">
      <Badge tone={tone}>{word}</Badge>
      {apiKey && <Time value={apiKey.rejectedAt ?? apiKey.createdAt} />}
    </span>
  );
}

function describeKey(apiKey: Person['apiKey']): [Tone, string] {
  if (apiKey === null) return ['warning', 'Not entered yet'];
  return apiKey.rejectedAt === null ? ['success', 'Entered'] : ['danger', 'Rejected'];
}

interface EnterKeyDialogProps {
  /** The person whose key is entered; undefined for the user's own key. */
  person?: { id: string; name: string };
  onEntered: () => void;
  onClose: () => void;
}

/**
 * Saves an API key of the upstream service once that service accepts the key. Shows errors at the
 * field.
 */
function EnterKeyDialog({ person, onEntered, onClose }: EnterKeyDialogProps) {
  const form = useTextForm(enteredKey);
  const { error, ...control } = form.control('apiKey');
  const { mutateAsync: enter } = useEnterApiKey();
  const upstreamName = useUpstreamName();
  const [isShown, setIsShown] = useState(false);

  return (
    <ShortForm
      form={form}
      submitLabel="Save API key"
      pendingText="Checking the API key"
      failureTitle="Couldn’t save the API key"
      retyped="apiKey"
      dialog={{
        title: person === undefined ? 'Enter API key' : `Enter API key for ${person.name}`,
        onClose,
      }}
      onSubmit={async ({ apiKey }) => {
        await enter({ apiKey, personId: person?.id });
        onEntered();
      }}
    >
      <Field
        label="API key"
        error={error}
        hint={`We check the key with ${upstreamName}. It is stored encrypted.`}
      >
        {(attributes) => (
          <div className={s.entered}>
            {/* Not a password of this portal, so browsers should not suggest or save it. */}
            <Input
              {...control}
              {...attributes}
              type={isShown ? 'text' : 'password'}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
            />
            <Button aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
              Show
            </Button>
          </div>
        )}
      </Field>
    </ShortForm>
  );
}
