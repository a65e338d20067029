import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { forgottenPassword } from '#contract/portal/sign-in.ts';
import { requestPasswordLink, signInQuery } from '#src/api/account/sign-in.ts';
import { ShortForm, useTextForm } from '#src/forms/short-form.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { focusHeading } from '#src/ui/elements/focus-heading.ts';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { TextInput } from '#src/ui/form/text-input.tsx';

/** Sends a link to reset the password or, where no emails are sent, says who to ask. */
export function ForgottenPassword({ onBack }: { onBack: () => void }) {
  const { data } = useQuery(signInQuery);
  const form = useTextForm(forgottenPassword);
  const [requestedFor, setRequestedFor] = useState<string>();
  const back = (
    <Button variant="plain" onClick={onBack}>
      Back to sign-in
    </Button>
  );
  if (data?.sendsEmails === false)
    return (
      <Notice title="Ask your partner admin" actions={back}>
        They can send you a link to set a new password, on the page People. Partner admins and
        support staff ask whoever runs this portal.
      </Notice>
    );
  if (requestedFor !== undefined)
    return (
      <Notice tone="success" title="Check your email" actions={back}>
        If {requestedFor} has an account, we’ve sent it a link to set a new password. It works once,
        within 24 hours.
      </Notice>
    );
  return (
    <ShortForm
      form={form}
      submitLabel="Send link"
      pendingText="Asking for a link"
      failureTitle="Couldn’t ask for a link"
      limitedBy="email"
      actions={back}
      onSubmit={async ({ email }) => {
        await requestPasswordLink(email);
        setRequestedFor(email);
        focusHeading();
      }}
    >
      <TextInput
        {...form.control('email')}
        label="Email"
        type="email"
        autoComplete="username"
        hint="We’ll send you a link to set a new password."
      />
    </ShortForm>
  );
}
