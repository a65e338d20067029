// oxlint-disable-next-line import/no-named-as-default -- its types have no named export
import qrcode from 'qrcode-generator';
import { useEffect, useLayoutEffect, useRef, useState, type ComponentProps } from 'react';

import type { Session } from '#contract/portal/accounts.ts';
import {
  type AuthenticatorKey,
  enteredCode,
} from '#contract/portal/second-factor/second-factor.ts';
import { confirmSignIn } from '#src/api/account/sign-in.ts';
import { ShortForm, useTextForm } from '#src/forms/short-form.tsx';
import { focusTyped } from '#src/lib/type-into.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { CopyButton } from '#src/ui/elements/copy-button.tsx';
import { focusHeading } from '#src/ui/elements/focus-heading.ts';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { ErrorState, FormPending } from '#src/ui/feedback/states.tsx';
import { TextInput } from '#src/ui/form/text-input.tsx';

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
  if (!app) return <FormPending lines={5} />;
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
      <div className="cluster">
        <output className={`${s.secret} mono`} translate="no" aria-label="Key">
          {app.secret.replaceAll(/.{4}(?!$)/g, '$& ')}
        </output>
        <CopyButton value={app.secret} label="Copy key" />
      </div>
      <CodeInput {...form.control('code')} label="Code that the app shows" />
    </ShortForm>
  );
}

interface CodeFormProps {
  onSignedIn: (session: Session) => void;
  onCancel: () => void;
}

/** Asks for the second step of signing in. */
export function CodeForm({ onSignedIn, onCancel }: CodeFormProps) {
  const form = useTextForm(enteredCode);
  return (
    <ShortForm
      form={form}
      submitLabel="Continue"
      pendingText="Checking the code"
      failureTitle="Couldn’t sign in"
      retyped="code"
      actions={
        <Button variant="plain" onClick={onCancel}>
          Start again
        </Button>
      }
      onSubmit={async ({ code }) => onSignedIn(await confirmSignIn(code))}
    >
      <CodeInput
        {...form.control('code')}
        label="Code"
        hint="The six digits that your authenticator app shows now, or one of your recovery codes."
      />
    </ShortForm>
  );
}

/** The field for a code, which has the focus. Phones offer digits, and letters on request. */
function CodeInput(props: ComponentProps<typeof TextInput>) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => focusTyped(field.current), []);
  // Its own id, because this form can cover a page with other fields.
  return (
    <TextInput
      {...props}
      ref={field}
      id="sign-in-code"
      autoComplete="one-time-code"
      spellCheck={false}
    />
  );
}

/**
 * A text to scan. Black on white in both colour schemes, as scanners expect. `label`: its name for
 * screen readers.
 */
function QrCode({ text, label }: { text: string; label: string }) {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  const places = Array.from({ length: size * size }, (_, at) => [Math.floor(at / size), at % size]);
  const path = places.map(([y = 0, x = 0]) => (code.isDark(y, x) ? `M${x} ${y}h1v1h-1z` : ''));
  return (
    <svg
      className={`${s.code} card`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, not loaded
      role="img"
      aria-label={label}
      viewBox={`-4 -4 ${size + 8} ${size + 8}`}
      shapeRendering="crispEdges"
    >
      <path d={path.join('')} />
    </svg>
  );
}

interface RecoveryCodesProps {
  codes: readonly string[];
  doneLabel: string;
  onDone: () => void;
}

/** Shows recovery codes, this once. */
export function RecoveryCodes({ codes, doneLabel, onDone }: RecoveryCodesProps) {
  // The form that was here is gone.
  useEffect(focusHeading, []);
  return (
    <>
      <Notice tone="success" title="Save your recovery codes now: they can’t be shown again">
        If you lose your phone, each of them signs you in once, in place of the code of the app.
        Keep them where only you can read them, and not on that phone.
      </Notice>
      <ul className={`${s.codes} card mono`} translate="no" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="cluster">
        <CopyButton value={codes.join('\n')} label="Copy codes" size="medium" />
        <Button variant="main" onClick={onDone}>
          {doneLabel}
        </Button>
      </div>
    </>
  );
}
