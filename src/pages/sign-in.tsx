import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { ForgottenPassword } from '#src/features/accounts/forgotten-password.tsx';
import { SetPasswordForm, ConfirmEmailForm } from '#src/features/accounts/link-forms.tsx';
import { returnAddress } from '#src/features/accounts/return-address.ts';
import { DemoAccounts, SignInForm } from '#src/features/accounts/sign-in-form.tsx';
import { paths } from '#src/lib/paths.ts';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';

/**
 * `/sign-in`: sign-in, and what single-use links lead to: `/sign-in#set-password=…` and
 * `/sign-in#confirm-email=…`.
 */
export function Component() {
  const { hash } = useLocation();
  const link = useLink(hash, 'set-password', 'confirm-email');
  // What the form before said doesn't hold for another link.
  return <SignIn key={link} link={new URLSearchParams(link)} />;
}

function SignIn({ link }: { link: URLSearchParams }) {
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const passwordToken = link.get('set-password');
  const emailToken = link.get('confirm-email');
  const response = useLink(hash.length > 1 ? hash : search, 'state');
  const [filled, setFilled] = useState<{ email: string; password: string }>();
  const [done, setDone] = useState<string>();
  const [ended, setEnded] = useState<string>();
  const [hasForgotten, setHasForgotten] = useState(false);
  const finish = (sentence: string) => (email: string) => {
    setFilled({ email, password: '' });
    setDone(sentence);
  };

  if (passwordToken !== null && done === undefined && ended === undefined)
    return (
      <>
        <PageHeader title="Set your password" />
        <SetPasswordForm
          token={passwordToken}
          onDone={finish('Password set. Sign in with it.')}
          onEnded={() =>
            setEnded(
              'If you have set your password, sign in with it. Otherwise get another link by “Forgotten your password?”, or from whoever sent you this one.',
            )
          }
        />
      </>
    );
  if (emailToken !== null && done === undefined && ended === undefined)
    return (
      <>
        <PageHeader title="Change your email" />
        <ConfirmEmailForm
          token={emailToken}
          onDone={finish('Email changed. Sign in with it.')}
          onEnded={() =>
            setEnded(
              'If your email has changed, sign in with the new one. Otherwise sign in with the former one, and change it again on your profile page.',
            )
          }
        />
      </>
    );
  if (hasForgotten)
    return (
      <>
        <PageHeader takesFocus title="Forgotten your password?" />
        <ForgottenPassword onBack={() => setHasForgotten(false)} />
      </>
    );
  return (
    <>
      <PageHeader key={ended} title="Sign in" takesFocus={ended !== undefined} />
      {ended !== undefined && (
        <Notice tone="warning" title="This link has been used or has expired">
          {ended}
        </Notice>
      )}
      {done !== undefined && <Notice tone="success" title={done} />}
      <SignInForm
        key={filled?.email}
        {...filled}
        onForgotten={() => setHasForgotten(true)}
        {...{ response }}
        returnTo={returnAddress(hash)}
        onSignedIn={(to = '/') => void navigate(to, { replace: true })}
      />
      <DemoAccounts onChoose={setFilled} />
    </>
  );
}

/**
 * Returns the parameters of a single-use link, if one of `kinds` is among them. Removes them from
 * the address, and so from the history, as soon as they are read.
 */
function useLink(parameters: string, ...kinds: readonly string[]): string | undefined {
  const names = new URLSearchParams(parameters.slice(1));
  const isLink = kinds.some((kind) => names.has(kind));
  const inAddress = isLink ? parameters.slice(1) : undefined;
  const [saved, setSaved] = useState(inAddress);
  if (inAddress !== undefined && inAddress !== saved) setSaved(inAddress);
  const navigate = useNavigate();
  useEffect(() => {
    if (inAddress !== undefined) void navigate(paths.signIn(), { replace: true });
  }, [inAddress, navigate]);
  return saved;
}
