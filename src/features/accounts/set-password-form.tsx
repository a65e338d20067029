import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { newPassword, passwordLength } from '#contract/portal/accounts.ts';
import { setPassword } from '#src/api/session.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { Checkbox } from '#src/ui/form/choice-group.tsx';
import { TextInput } from '#src/ui/form/text-input.tsx';

import { toFormErrors, textsOf } from './form-texts.ts';

import s from './accounts.module.css';

interface SetPasswordFormProps {
  /** The token of the single-use link. */
  token: string;
  onSet: (email: string) => void;
}

/** Sets the password of the account whose owner opened the single-use link. */
export function SetPasswordForm({ token, onSet }: SetPasswordFormProps) {
  const [isShown, setIsShown] = useState(false);
  const [error, setError] = useState<string>();
  const setting = useMutation({ mutationFn: setPassword, onSuccess: onSet });

  function handleSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const result = newPassword.safeParse({ ...textsOf(event.currentTarget), token });
    const { password } = toFormErrors(result.error?.issues);
    setError(password);
    if (password !== undefined) document.getElementById('password')?.focus();
    if (result.success && !setting.isPending) setting.mutate(result.data);
  }

  return (
    <form noValidate onSubmit={handleSubmit}>
      {setting.isError && (
        <Notice tone="danger" title="Couldn’t set the password">
          {setting.error.message}
        </Notice>
      )}
      <div className={s.fields}>
        <TextInput
          label="New password"
          name="password"
          type={isShown ? 'text' : 'password'}
          autoComplete="new-password"
          hint={`At least ${passwordLength.min} characters. Longer is stronger.`}
          error={error}
        />
        <Checkbox
          label="Show password"
          checked={isShown}
          onChange={(event) => setIsShown(event.target.checked)}
        />
        <Button type="submit" variant="main" pending={setting.isPending}>
          Set password
        </Button>
      </div>
    </form>
  );
}
