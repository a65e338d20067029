import { type FormEvent, useEffect, useRef, useState } from 'react';

import { credentials } from '#contract/portal/accounts.ts';
import { useRetryWait } from '#src/api/retry-wait.ts';
import { isTooMany } from '#src/api/service-error.ts';
import { useSignIn } from '#src/api/session.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { RetryNotice } from '#src/ui/feedback/retry-notice.tsx';
import { TextInput } from '#src/ui/form/text-input.tsx';

import { toFormErrors, textsOf } from './form-texts.ts';

import s from './accounts.module.css';

interface SignInFormProps {
  /** Prefills the field; the user may change the value. */
  email?: string;
  password?: string;
  onSignedIn?: () => void;
}

/**
 * Asks for email and password. Shows missing input at its field and a rejection above both fields.
 */
export function SignInForm({ email = '', password = '', onSignedIn }: SignInFormProps) {
  const signIn = useSignIn();
  const wait = useRetryWait(signIn.error);
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});

  useEffect(() => {
    controlOf(form.current, email === '' ? 'email' : 'password')?.focus();
  }, [email]);

  function handleSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const result = credentials.safeParse(textsOf(event.currentTarget));
    const found = toFormErrors(result.error?.issues);
    setErrors(found);
    controlOf(form.current, Object.keys(found)[0])?.focus();
    if (!result.success || signIn.isPending || wait > 0) return;
    signIn.mutate(result.data, {
      onSuccess: () => onSignedIn?.(),
      // A rejected password is probably mistyped, so it is selected for retyping. After too
      // many attempts the password was not checked, so it stays as it is.
      onError: (error) => {
        if (!isTooMany(error)) controlOf(form.current, 'password')?.select();
      },
    });
  }

  return (
    // The fields have their own ids, because this form can cover a page that has an Email field.
    <form ref={form} noValidate onSubmit={handleSubmit}>
      {isTooMany(signIn.error) ? (
        <RetryNotice
          title="Too many failed attempts"
          message={signIn.error.message}
          seconds={wait}
        />
      ) : (
        signIn.isError && (
          <Notice tone="danger" title="Couldn’t sign in">
            {signIn.error.message}
          </Notice>
        )
      )}
      <div className={s.fields}>
        <TextInput
          label="Email"
          id="sign-in-email"
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={email}
          // The wait applies to one account only, so changing the email ends it.
          onChange={() => wait > 0 && signIn.reset()}
          error={errors['email']}
        />
        <TextInput
          label="Password"
          id="sign-in-password"
          name="password"
          type="password"
          autoComplete="current-password"
          defaultValue={password}
          error={errors['password']}
        />
        <Button
          type="submit"
          variant="main"
          pending={signIn.isPending}
          pendingText="Signing in"
          aria-disabled={wait > 0}
        >
          Sign in
        </Button>
      </div>
    </form>
  );
}

function controlOf(form: HTMLFormElement | null, name: string | undefined) {
  const control = name === undefined ? null : form?.elements.namedItem(name);
  return control instanceof HTMLInputElement ? control : undefined;
}
