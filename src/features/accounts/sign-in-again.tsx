import { Dialog } from '#src/ui/feedback/dialog.tsx';

import { SignInForm } from './sign-in-form.tsx';

/** Covers the page when the session has expired. After signing in, pending requests resume. */
export function SignInAgain({ email }: { email: string }) {
  return (
    <Dialog title="Sign in again">
      <p>Your session has expired. Your work is safe. Sign in to continue.</p>
      <SignInForm email={email} />
    </Dialog>
  );
}
