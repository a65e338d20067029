import { useMutation } from '@tanstack/react-query';

import type { Session } from '#contract/portal/accounts.ts';
import { canUsePasskeys, signInByPasskey } from '#src/api/account/passkeys.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Failure } from '#src/ui/feedback/notice.tsx';

import s from './accounts.module.css';

/** The button to sign in by a passkey alone; nothing where the browser can’t have any. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: (session: Session) => void }) {
  const signIn = useMutation({ mutationFn: signInByPasskey, onSuccess: onSignedIn });
  if (!canUsePasskeys()) return null;
  return (
    <div className={s.passkey}>
      <Failure title="Couldn’t sign in with a passkey" error={signIn.error} />
      <Button
        pending={signIn.isPending}
        pendingText="Waiting for the passkey"
        onClick={() => signIn.mutate()}
      >
        Sign in with a passkey
      </Button>
    </div>
  );
}
