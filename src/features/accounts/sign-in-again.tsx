import { Dialog } from '#src/ui/dialog.tsx';

import { SignInForm } from './sign-in-form.tsx';

/** Covers the page when the session has expired. After signing in, pending requests resume. */
export function SignInAgain({ email }: { email: string }) {
  return (
    <Dialog title="Sign in again">
      <p>Your sign-in has expired. What you typed is still here: sign in, and it goes on.</p>
      <SignInForm email={email} />
    </Dialog>
  );
}
