import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import { credentials, type DemoAccount } from '#contract/portal/sign-in.ts';
import { signInQuery, useSignIn } from '#src/api/account/sign-in.ts';
import { ShortForm } from '#src/forms/short-form.tsx';
import { useTextForm } from '#src/forms/use-text-form.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Dialog } from '#src/ui/feedback/dialog.tsx';
import { PasswordInput } from '#src/ui/form/password-input.tsx';
import { TextInput } from '#src/ui/form/text-input.tsx';

import { roleNames } from './role-names.ts';

import s from './accounts.module.css';

interface SignInFormProps {
  /** Prefills the field; the user may change the value. */
  email?: string;
  password?: string;
  onSignedIn?: () => void;
  /** Shows how to get a new password; undefined: the page stays as it is. */
  onForgotten?: () => void;
}

/**
 * Asks for email and password. Shows missing input at its field and a rejection above both fields.
 */
export function SignInForm({
  email = '',
  password = '',
  onSignedIn,
  onForgotten,
}: SignInFormProps) {
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
      actions={
        onForgotten && (
          <Button variant="plain" onClick={onForgotten}>
            Forgotten your password?
          </Button>
        )
      }
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
      <PasswordInput
        {...form.control('password')}
        label="Password"
        id="sign-in-password"
        autoComplete="current-password"
        defaultValue={password}
      />
    </ShortForm>
  );
}

/** Covers the page when the session has expired. After signing in, pending requests resume. */
export function SignInAgain({ email }: { email: string }) {
  return (
    <Dialog title="Sign in again">
      <p>Your session has expired. Your work is safe. Sign in to continue.</p>
      <SignInForm email={email} />
    </Dialog>
  );
}

/** Lists the demo accounts in demo mode. Clicking an account fills the form. */
export function DemoAccounts({ onChoose }: { onChoose: (account: DemoAccount) => void }) {
  const { data: { demoAccounts: accounts } = { demoAccounts: [] } } = useQuery(signInQuery);
  if (accounts.length === 0) return null;
  return (
    <section className={s.demo} aria-labelledby="demo-accounts">
      <h2 id="demo-accounts">Demo accounts</h2>
      <ul>
        {accounts.map((account) => (
          <li key={account.email}>
            <button type="button" className={s.demoAccount} onClick={() => onChoose(account)}>
              <span className={s.demoEmail}>{account.email}</span>
              <span className={s.demoRole}>
                {[roleNames[account.role], account.partner].filter(Boolean).join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
