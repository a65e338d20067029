import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { ForgottenPassword } from '#src/features/accounts/forgotten-password.tsx';
import { returnAddress } from '#src/features/accounts/return-address.ts';
import { SetPasswordForm } from '#src/features/accounts/set-password-form.tsx';
import { DemoAccounts, SignInForm } from '#src/features/accounts/sign-in-form.tsx';
import { paths } from '#src/lib/paths.ts';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';

/** `/sign-in`: sign-in, and setting a password by the link `/sign-in#set-password=…`. */
export function Component() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const token = usePasswordToken(hash);
  const [filled, setFilled] = useState<{ email: string; password: string }>();
  const [hasSetPassword, setHasSetPassword] = useState(false);
  const [hasForgotten, setHasForgotten] = useState(false);

  if (token !== undefined && !hasSetPassword)
    return (
      <>
        <PageHeader title="Set your password" />
        <SetPasswordForm
          token={token}
          onSet={(email) => {
            setFilled({ email, password: '' });
            setHasSetPassword(true);
          }}
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
      <PageHeader title="Sign in" />
      {hasSetPassword && <Notice tone="success" title="Password set. Sign in with it." />}
      <SignInForm
        key={filled?.email}
        {...filled}
        onForgotten={() => setHasForgotten(true)}
        onSignedIn={() => void navigate(returnAddress(hash), { replace: true })}
      />
      <DemoAccounts onChoose={setFilled} />
    </>
  );
}

/**
 * Returns the token of a single-use link. Removes the token from the address, and so from the
 * history, as soon as it is read.
 */
function usePasswordToken(hash: string): string | undefined {
  const inAddress = new URLSearchParams(hash.slice(1)).get('set-password') ?? undefined;
  const [saved, setSaved] = useState(inAddress);
  if (inAddress !== undefined && inAddress !== saved) setSaved(inAddress);
  const navigate = useNavigate();
  useEffect(() => {
    if (inAddress !== undefined) void navigate(paths.signIn(), { replace: true });
  }, [inAddress, navigate]);
  return saved;
}
