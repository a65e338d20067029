import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { type Passkey, passkeyName } from '#contract/portal/passkeys/passkeys.ts';
import { canUsePasskeys, passkeysQuery, useChangePasskeys } from '#src/api/account/passkeys.ts';
import { ShortForm, useTextForm } from '#src/forms/short-form.tsx';
import { announce } from '#src/ui/elements/announcer.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { leaveWhenRemoved } from '#src/ui/elements/focus-heading.ts';
import { TextButton } from '#src/ui/elements/text-button.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { LoadState } from '#src/ui/feedback/load-state.tsx';
import { Failure } from '#src/ui/feedback/notice.tsx';
import { TextInput } from '#src/ui/form/text-input.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import s from './accounts.module.css';

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
