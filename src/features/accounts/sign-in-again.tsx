import { Dialog } from '#src/ui/dialog.tsx';

import { SignInForm } from './sign-in-form.tsx';

/** Over the page when its sign-in has expired; afterwards all that waited goes on. */
export function SignInAgain({ email }: { email: string }) {
  return (
    <Dialog title="Sign in again">
      <p>Your sign-in has expired. What you typed is still here: sign in, and it goes on.</p>
      <SignInForm email={email} />
    </Dialog>
  );
}
