import { useEffect, useState } from 'react';

import {
  type AuthenticatorKey,
  enteredCode,
} from '#contract/portal/second-factor/second-factor.ts';
import { ShortForm } from '#src/forms/short-form.tsx';
import { useTextForm } from '#src/forms/use-text-form.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { CopyButton } from '#src/ui/elements/copy-button.tsx';
import { QrCode } from '#src/ui/elements/qr-code.tsx';
import { SkeletonLines } from '#src/ui/feedback/skeleton.tsx';
import { ErrorState } from '#src/ui/feedback/states.tsx';

import { CodeInput } from './code-form.tsx';

import s from './accounts.module.css';

interface AuthenticatorFormProps {
  /** Returns what the app needs. */
  start: () => Promise<AuthenticatorKey>;
  onConfirm: (code: string) => Promise<void>;
  onCancel: () => void;
}

/** Shows what an authenticator app needs, and asks for the code that it then shows. */
export function AuthenticatorForm({ start, onConfirm, onCancel }: AuthenticatorFormProps) {
  const [app, setApp] = useState<AuthenticatorKey>();
  const [failure, setFailure] = useState<Error>();
  const form = useTextForm(enteredCode);
  const load = () => {
    setFailure(undefined);
    start().then(setApp, setFailure);
  };
  // Once: each call makes another secret.
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(load, []);
  if (failure)
    return (
      <ErrorState title="Couldn’t start" onRetry={load}>
        {failure.message}
      </ErrorState>
    );
  if (!app) return <SkeletonLines lines={5} />;
  return (
    <ShortForm
      form={form}
      submitLabel="Confirm"
      pendingText="Checking the code"
      failureTitle="Couldn’t set up the app"
      retyped="code"
      actions={
        <Button variant="plain" onClick={onCancel}>
          Cancel
        </Button>
      }
      onSubmit={async ({ code }) => onConfirm(code)}
    >
      <p>
        Scan this with an authenticator app on your phone, such as the one of its maker, Google or
        Microsoft. Or enter the key there by hand.
      </p>
      <QrCode text={app.address} label="QR code for an authenticator app" />
      <div className="row">
        <output className={s.secret} aria-label="Key">
          {app.secret.replaceAll(/.{4}(?!$)/g, '$& ')}
        </output>
        <CopyButton value={app.secret} label="Copy key" />
      </div>
      <CodeInput {...form.control('code')} label="Code that the app shows" />
    </ShortForm>
  );
}
