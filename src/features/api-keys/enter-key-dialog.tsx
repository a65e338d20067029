import { type FormEvent, useId, useRef, useState } from 'react';

import { enteredKey } from '#contract/portal/entered-keys.ts';
import { useEnterApiKey } from '#src/api/entered-keys.ts';
import { ServiceError } from '#src/api/service-error.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Dialog } from '#src/ui/feedback/dialog.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/text-input.tsx';

import { NotConfirmed, type PasswordGate } from './password-gate.tsx';

import s from './api-keys.module.css';

interface EnterKeyDialogProps {
  /** The person whose key is entered; undefined for the user's own key. */
  person?: { id: string; name: string };
  confirmed: PasswordGate['confirmed'];
  onEntered: () => void;
  onClose: () => void;
}

/**
 * Saves an API key of the upstream service once that service accepts the key. Shows errors at the
 * field.
 */
export function EnterKeyDialog({ person, confirmed, onEntered, onClose }: EnterKeyDialogProps) {
  const formId = useId();
  const input = useRef<HTMLInputElement>(null);
  const entering = useEnterApiKey();
  const [isShown, setIsShown] = useState(false);
  const [failure, setFailure] = useState<Error>();
  const error = failure instanceof ServiceError ? failure.fields['apiKey'] : failure?.message;

  async function enter(): Promise<void> {
    const given = enteredKey.safeParse({ apiKey: input.current?.value });
    try {
      if (!given.success) throw new Error(given.error.issues[0]?.message);
      const { apiKey } = given.data;
      setFailure(undefined);
      await confirmed(async () => entering.mutateAsync({ apiKey, personId: person?.id }));
      onEntered();
    } catch (thrown) {
      if (thrown instanceof Error && !(thrown instanceof NotConfirmed)) setFailure(thrown);
      input.current?.select();
    }
  }

  function handleSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!entering.isPending) void enter();
  }

  return (
    <Dialog
      title={person === undefined ? 'Enter API key' : `Enter API key for ${person.name}`}
      onClose={onClose}
      actions={
        <>
          <Button
            type="submit"
            form={formId}
            variant="main"
            pending={entering.isPending}
            pendingText="Checking the API key"
          >
            Save API key
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={handleSubmit}>
        {failure && error === undefined && (
          <Notice tone="danger" title="Couldn’t save the API key">
            {failure.message}
          </Notice>
        )}
        <Field
          label="API key"
          error={error}
          hint="We check the key with the lender’s system. It is stored encrypted."
        >
          {(control) => (
            <div className={s.entered}>
              {/* Not a password of this portal, so browsers should not suggest or save it. */}
              <Input
                ref={input}
                {...control}
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
      </form>
    </Dialog>
  );
}
