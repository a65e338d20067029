import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { ForgottenPassword } from '#src/features/accounts/forgotten-password.tsx';
import { SetPasswordForm, ConfirmEmailForm } from '#src/features/accounts/link-forms.tsx';
import { returnAddress } from '#src/features/accounts/return-address.ts';
import { DemoAccounts, SignInForm } from '#src/features/accounts/sign-in-form.tsx';
import { paths } from '#src/lib/paths.ts';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';

/** What single-use links lead to, by their parameter. */
const linkForms = [
  {
    kind: 'set-password',
    title: 'Set your password',
    Form: SetPasswordForm,
    done: 'Password set. Sign in with it.',
    ended:
      'If you have set your password, sign in with it. Otherwise get another link by “Forgotten your password?”, or from whoever sent you this one.',
  },
  {
    kind: 'confirm-email',
    title: 'Change your email',
    Form: ConfirmEmailForm,
    done: 'Email changed. Sign in with it.',
    ended:
      'If your email has changed, sign in with the new one. Otherwise sign in with the former one, and change it again on your profile page.',
  },
];

/**
 * `/sign-in`: sign-in, and what single-use links lead to: `/sign-in#set-password=…` and
 * `/sign-in#confirm-email=…`.
 */
export function Component() {
  const { hash } = useLocation();
  const link = useLink(hash, ...linkForms.map(({ kind }) => kind));
  // What the form before said doesn't hold for another link.
  return <SignIn key={link} link={new URLSearchParams(link)} />;
}

function SignIn({ link }: { link: URLSearchParams }) {
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const linked = linkForms.find(({ kind }) => link.has(kind));
  const response = useLink(hash.length > 1 ? hash : search, 'state');
  const [filled, setFilled] = useState<{ email: string; password: string }>();
  const [done, setDone] = useState<string>();
  const [ended, setEnded] = useState<string>();
  const [hasForgotten, setHasForgotten] = useState(false);

  if (linked && done === undefined && ended === undefined)
    return (
      <>
        <PageHeader title={linked.title} />
        <linked.Form
          token={link.get(linked.kind) ?? ''}
          onDone={(email) => {
            setFilled({ email, password: '' });
            setDone(linked.done);
          }}
          onEnded={() => setEnded(linked.ended)}
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
