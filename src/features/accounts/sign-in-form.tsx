import { useEffect } from 'react';

import { credentials } from '#contract/portal/sign-in.ts';
import { useSignIn } from '#src/api/account/sign-in.ts';
import { ShortForm } from '#src/forms/short-form.tsx';
import { useTextForm } from '#src/forms/use-text-form.ts';
import { TextInput } from '#src/ui/form/text-input.tsx';

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
  const { mutateAsync: signIn } = useSignIn();
  const form = useTextForm(credentials);
  useEffect(() => {
    document.getElementById(email === '' ? 'sign-in-email' : 'sign-in-password')?.focus();
  }, [email]);

  return (
    <ShortForm
      form={form}
      submitLabel="Sign in"
      pendingText="Signing in"
      failureTitle="Couldn’t sign in"
      retyped="password"
      // The wait applies to one account only.
      limitedBy="email"
      onSubmit={async (values) => {
        await signIn(values);
        onSignedIn?.();
      }}
    >
      {/* The fields have their own ids, because this form can cover a page with an Email field. */}
      <TextInput
        {...form.control('email')}
        label="Email"
        id="sign-in-email"
        type="email"
        autoComplete="username"
        defaultValue={email}
      />
      <TextInput
        {...form.control('password')}
        label="Password"
        id="sign-in-password"
        type="password"
        autoComplete="current-password"
        defaultValue={password}
      />
    </ShortForm>
  );
}
