import { useMutation, useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';

import type { Session } from '#contract/portal/accounts.ts';
import { credentials, type DemoAccount, type NextStep } from '#contract/portal/sign-in.ts';
import { canUsePasskeys, signInByPasskey } from '#src/api/account/passkeys.ts';
import { setUpAtSignIn, signIn, signInQuery } from '#src/api/account/sign-in.ts';
import { useReceiveSignIn } from '#src/api/session.ts';
import { ShortForm, useTextForm } from '#src/forms/short-form.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { Dialog } from '#src/ui/feedback/dialog.tsx';
import { Failure, Notice } from '#src/ui/feedback/notice.tsx';
import { PasswordInput } from '#src/ui/form/password-input.tsx';
import { TextInput } from '#src/ui/form/text-input.tsx';

import { AuthenticatorForm, CodeForm, RecoveryCodes } from './authenticator-form.tsx';
import { ProviderButton, ProviderLink } from './provider-sign-in.tsx';
import { roleNames } from './role-names.ts';

import s from './accounts.module.css';

interface SignInFormProps {
  /** Prefills the field; the user may change the value. */
  email?: string;
  password?: string;
  /** The response of the identity provider's redirect. */
  response?: string | undefined;
  /** The address to return to; undefined: the form covers a page, whose work stays. */
  returnTo?: string;
  /** Called with the address to return to, if the form has one. */
  onSignedIn?: (returnTo?: string) => void;
  /** Shows how to get a new password; undefined: the page stays as it is. */
  onForgotten?: () => void;
}

/** Signs in: by email and password and, where it is set up or required, by a second step. */
export function SignInForm(props: SignInFormProps) {
  const { onSignedIn, response, returnTo, ...credentialsForm } = props;
  const receive = useReceiveSignIn();
  const [step, setStep] = useState<NextStep>();
  const [goal, setGoal] = useState<string>();
  const [created, setCreated] = useState<Awaited<ReturnType<typeof setUpAtSignIn.confirm>>>();
  const handleSignedIn = (session: Session, to = goal ?? returnTo) => {
    receive(session);
    onSignedIn?.(to);
  };
  const handleTaken = (next: Session | NextStep, to?: string) => {
    if (typeof next !== 'string') return handleSignedIn(next, to);
    setGoal(to);
    return setStep(next);
  };
  const onCancel = () => setStep(undefined);
  if (created)
    return (
      <RecoveryCodes
        codes={created.recoveryCodes}
        doneLabel="Continue"
        onDone={() => handleSignedIn(created.session)}
      />
    );
  if (step === 'passkey')
    return (
      <>
        <Notice title="Use your passkey">
          Your account needs a second step. If you have lost your passkey, ask your admin.
        </Notice>
        <PasskeySignIn onSignedIn={handleSignedIn} />
      </>
    );
  if (step === 'code') return <CodeForm onSignedIn={handleSignedIn} onCancel={onCancel} />;
  if (step === 'set-up')
    return (
      <>
        <Notice title="Set up two-step sign-in first">
          Your account needs a second step: a code from an app on your phone.
        </Notice>
        <AuthenticatorForm
          start={setUpAtSignIn.start}
          onConfirm={async (code) => setCreated(await setUpAtSignIn.confirm(code))}
          onCancel={onCancel}
        />
      </>
    );
  return (
    <>
      <CredentialsForm {...credentialsForm} onTaken={handleTaken} />
      <PasskeySignIn onSignedIn={handleSignedIn} />
      {returnTo === undefined ? (
        <ProviderLink />
      ) : (
        <ProviderButton
          {...{ response, returnTo }}
          onTaken={({ next, returnTo: to }) => handleTaken(next, to)}
        />
      )}
    </>
  );
}

interface CredentialsFormProps extends Omit<
  SignInFormProps,
  'onSignedIn' | 'response' | 'returnTo'
> {
  onTaken: (next: Session | NextStep) => void;
}

/**
 * Asks for email and password. Shows missing input at its field and a rejection above both fields.
 */
function CredentialsForm({
  email = '',
  password = '',
  onForgotten,
  onTaken,
}: CredentialsFormProps) {
  const form = useTextForm(credentials);
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const field = (email === '' ? emailField : passwordField).current;
    if (!field) return;
    // For a dialog, which is shown after this.
    field.autofocus = true;
    field.focus();
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
      onSubmit={async (values) => onTaken(await signIn(values))}
    >
      {/* The fields have their own ids, because this form can cover a page with an Email field. */}
      <TextInput
        {...form.control('email')}
        label="Email"
        ref={emailField}
        id="sign-in-email"
        type="email"
        autoComplete="username"
        defaultValue={email}
      />
      <PasswordInput
        {...form.control('password')}
        label="Password"
        ref={passwordField}
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
      <h2 id="demo-accounts" className="soft small medium">
        Demo accounts
      </h2>
      <ul>
        {accounts.map((account) => (
          <li key={account.email}>
            <button type="button" className={s.demoAccount} onClick={() => onChoose(account)}>
              <span className={s.demoEmail}>{account.email}</span>
              <span className="soft small">
                {[roleNames[account.role], account.partner].filter(Boolean).join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The button to sign in by a passkey alone; nothing where the browser can’t have any. */
function PasskeySignIn({ onSignedIn }: { onSignedIn: (session: Session) => void }) {
  const byPasskey = useMutation({ mutationFn: signInByPasskey, onSuccess: onSignedIn });
  if (!canUsePasskeys()) return null;
  return (
    <div className={s.passkey}>
      <Failure title="Couldn’t sign in with a passkey" error={byPasskey.error} />
      <Button
        pending={byPasskey.isPending}
        pendingText="Waiting for the passkey"
        onClick={() => byPasskey.mutate()}
      >
        Sign in with a passkey
      </Button>
    </div>
  );
}
