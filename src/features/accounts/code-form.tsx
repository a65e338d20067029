import { type ComponentProps, useEffect } from 'react';

import type { Session } from '#contract/portal/accounts.ts';
import { enteredCode } from '#contract/portal/second-factor/second-factor.ts';
import { confirmSignIn } from '#src/api/account/sign-in.ts';
import { ShortForm } from '#src/forms/short-form.tsx';
import { useTextForm } from '#src/forms/use-text-form.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { TextInput } from '#src/ui/form/text-input.tsx';

interface CodeFormProps {
  onSignedIn: (session: Session) => void;
  onCancel: () => void;
}

/** Asks for the second step of signing in. */
export function CodeForm({ onSignedIn, onCancel }: CodeFormProps) {
  const form = useTextForm(enteredCode);
  return (
    <ShortForm
      form={form}
      submitLabel="Continue"
      pendingText="Checking the code"
      failureTitle="Couldn’t sign in"
      retyped="code"
      actions={
        <Button variant="plain" onClick={onCancel}>
          Start again
        </Button>
      }
      onSubmit={async ({ code }) => onSignedIn(await confirmSignIn(code))}
    >
      <CodeInput
        {...form.control('code')}
        label="Code"
        hint="The six digits that your authenticator app shows now, or one of your recovery codes."
      />
    </ShortForm>
  );
}

/** The field for a code, which has the focus. Phones offer digits, and letters on request. */
export function CodeInput(props: ComponentProps<typeof TextInput>) {
  useEffect(() => document.getElementById('sign-in-code')?.focus(), []);
  return <TextInput {...props} id="sign-in-code" autoComplete="one-time-code" spellCheck={false} />;
}
