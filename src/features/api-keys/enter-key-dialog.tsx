import { useState } from 'react';

import { enteredKey } from '#contract/portal/entered-keys.ts';
import { useEnterApiKey } from '#src/api/account/entered-keys.ts';
import { useUpstreamName } from '#src/api/session.ts';
import { ShortForm } from '#src/forms/short-form.tsx';
import { useTextForm } from '#src/forms/use-text-form.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/text-input.tsx';

import s from './api-keys.module.css';

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
export function EnterKeyDialog({ person, onEntered, onClose }: EnterKeyDialogProps) {
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
