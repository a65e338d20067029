import { useState } from 'react';

import { newPassword, passwordLength } from '#contract/portal/sign-in.ts';
import { setPassword } from '#src/api/account/sign-in.ts';
import { ShortForm } from '#src/forms/short-form.tsx';
import { useTextForm } from '#src/forms/use-text-form.ts';
import { Checkbox } from '#src/ui/form/choice-group.tsx';
import { TextInput } from '#src/ui/form/text-input.tsx';

interface SetPasswordFormProps {
  /** The token of the single-use link. */
  token: string;
  onSet: (email: string) => void;
}

/** Sets the password of the account whose owner opened the single-use link. */
export function SetPasswordForm({ token, onSet }: SetPasswordFormProps) {
  const form = useTextForm(newPassword, { token });
  const [isShown, setIsShown] = useState(false);

  return (
    <ShortForm
      form={form}
      submitLabel="Set password"
      pendingText="Setting the password"
      failureTitle="Couldn’t set the password"
      onSubmit={async (values) => onSet(await setPassword(values))}
    >
      <TextInput
        {...form.control('password')}
        label="New password"
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        hint={`At least ${passwordLength.min} characters. Longer is stronger.`}
      />
      <Checkbox
        label="Show password"
        checked={isShown}
        onChange={(event) => setIsShown(event.target.checked)}
      />
    </ShortForm>
  );
}
