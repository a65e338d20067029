import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { type Passkey, passkeyName } from '#contract/portal/passkeys/passkeys.ts';
import type { SecondFactor } from '#contract/portal/second-factor/second-factor.ts';
import { canUsePasskeys, passkeysQuery, useChangePasskeys } from '#src/api/account/passkeys.ts';
import {
  secondFactorQuery,
  setUpAuthenticator,
  useChangeSecondFactor,
  useSecondFactorChanged,
} from '#src/api/account/second-factor.ts';
import { NotConfirmed } from '#src/api/service-error.ts';
import { ShortForm, useTextForm } from '#src/forms/short-form.tsx';
import { count } from '#src/lib/numbers.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { leaveWhenRemoved } from '#src/ui/elements/focus-heading.ts';
import { TextButton } from '#src/ui/elements/text-button.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { LoadState } from '#src/ui/feedback/load-state.tsx';
import { Failure } from '#src/ui/feedback/notice.tsx';
import { TextInput } from '#src/ui/form/text-input.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import { AuthenticatorForm, RecoveryCodes } from './authenticator-form.tsx';

import s from './accounts.module.css';

/** Shows whether the user signs in by two steps; sets up and removes the authenticator app. */
export function SecondFactorSection() {
  const factor = useQuery(secondFactorQuery);
  const { data } = factor;
  const change = useChangeSecondFactor();
  const onChanged = useSecondFactorChanged();
  const [isSettingUp, setIsSettingUp] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const start = async () => {
    try {
      return await setUpAuthenticator.start();
    } catch (error) {
      if (error instanceof NotConfirmed) setIsSettingUp(false);
      throw error;
    }
  };
  return (
    <Section title="Two-step sign-in">
      <Failure title="Couldn’t change the two-step sign-in" error={change.error} />
      <LoadState query={factor} title="Couldn’t load the two-step sign-in" />
      {codes && <RecoveryCodes codes={codes} doneLabel="Done" onDone={() => setCodes(undefined)} />}
      {isSettingUp && (
        <AuthenticatorForm
          start={start}
          onCancel={() => setIsSettingUp(false)}
          onConfirm={async (code) => {
            const { recoveryCodes } = await setUpAuthenticator.confirm(code);
            setIsSettingUp(false);
            setCodes(recoveryCodes);
            onChanged();
          }}
        />
      )}
      {data && !isSettingUp && !codes && (
        <Setting
          factor={data}
          isPending={change.isPending}
          onSetUp={() => setIsSettingUp(true)}
          onAct={(kind) => change.mutate(kind, { onSuccess: setCodes })}
        />
      )}
    </Section>
  );
}

interface SettingProps {
  factor: SecondFactor;
  isPending: boolean;
  onSetUp: () => void;
  onAct: (kind: 'remove' | 'renew-codes') => void;
}

function Setting({ factor, isPending, onSetUp, onAct }: SettingProps) {
  const { since, recoveryCodesLeft: left, isRequired } = factor;
  if (since === null)
    return (
      <>
        <p className={s.factor}>
          After your password, a code from an app on your phone: nobody signs in with your password
          alone.
        </p>
        <Button size="small" onClick={onSetUp}>
          Set up an app
        </Button>
      </>
    );
  return (
    <>
      <p className={s.factor}>
        An authenticator app since <Time value={since} />. {count(left)} recovery{' '}
        {left === 1 ? 'code' : 'codes'} left.
      </p>
      <div className="cluster">
        <Button size="small" onClick={onSetUp}>
          Set up another app
        </Button>
        <Button size="small" pending={isPending} onClick={() => onAct('renew-codes')}>
          New recovery codes
        </Button>
        {!isRequired && (
          <Button size="small" pending={isPending} onClick={() => onAct('remove')}>
            Turn off
          </Button>
        )}
      </div>
    </>
  );
}

/** Lists the user’s passkeys; adds and removes them. Nothing where the browser can’t have any. */
export function PasskeysSection() {
  const passkeys = useQuery({ ...passkeysQuery, enabled: canUsePasskeys() });
  const change = useChangePasskeys();
  const [isAdding, setIsAdding] = useState(false);
  if (!canUsePasskeys()) return null;
  const remove = ({ id }: Passkey) =>
    change.mutate({ remove: id }, { onSuccess: () => announce('Passkey removed.') });
  return (
    <Section
      title="Passkeys"
      action={<TextButton onClick={() => setIsAdding(true)}>Add a passkey</TextButton>}
    >
      {!isAdding && <Failure title="Couldn’t remove the passkey" error={change.error} />}
      <LoadState query={passkeys} title="Couldn’t load passkeys" />
      {passkeys.data?.length === 0 && (
        <p className="soft">
          None yet. With a passkey you sign in by fingerprint, face or PIN: no password, no code.
        </p>
      )}
      <ul className="divided">
        {passkeys.data?.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            isRemoving={change.isPending && !isAdding}
            onRemove={() => remove(passkey)}
          />
        ))}
      </ul>
      {isAdding && (
        <NewPasskeyDialog
          onAdd={async (name) => change.mutateAsync({ add: name })}
          onClose={() => {
            change.reset();
            setIsAdding(false);
          }}
        />
      )}
    </Section>
  );
}

interface PasskeyRowProps {
  passkey: Passkey;
  isRemoving: boolean;
  onRemove: () => void;
}

function PasskeyRow({ passkey, isRemoving, onRemove }: PasskeyRowProps) {
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <li className={`${s.session} cluster`} ref={leaveWhenRemoved}>
      <div>
        <strong>{name}</strong>
        <p className="soft">
          Added <Time value={createdAt} /> ·{' '}
          {lastUsedAt === null ? (
            'never used'
          ) : (
            <>
              last used <Time value={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      <Button
        size="small"
        pending={isRemoving}
        aria-label={`Remove the passkey ${name}`}
        onClick={onRemove}
      >
        Remove
      </Button>
    </li>
  );
}

interface NewPasskeyDialogProps {
  onAdd: (name: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for the name of a passkey, which the browser then makes. */
function NewPasskeyDialog({ onAdd, onClose }: NewPasskeyDialogProps) {
  const form = useTextForm(passkeyName);
  return (
    <ShortForm
      form={form}
      submitLabel="Continue"
      pendingText="Adding the passkey"
      failureTitle="Couldn’t add the passkey"
      dialog={{ title: 'Add a passkey', onClose }}
      onSubmit={async ({ name }) => {
        await onAdd(name);
        onClose();
      }}
    >
      <TextInput
        {...form.control('name')}
        label="Name"
        hint="Where you keep it, such as Work laptop. Your browser asks the rest."
        autoComplete="off"
      />
    </ShortForm>
  );
}
