import { useState, type ReactNode, useEffect } from 'react';

import type { Profile } from '#contract/portal/api-keys.ts';
import { useReplaceApiKey, revealApiKey } from '#src/api/account/profile.ts';
import { NotConfirmed } from '#src/api/service-error.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { CopyButton } from '#src/ui/elements/copy-button.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { ConfirmDialog } from '#src/ui/feedback/dialog.tsx';
import { Failure, Notice } from '#src/ui/feedback/notice.tsx';
import { Detail, DetailList } from '#src/ui/layout/details.tsx';

import s from './api-keys.module.css';

/**
 * Shows the API key of the profile page, which the portal issued: masked until requested, and
 * masked again after a minute.
 */
export function ProfileKey({ apiKey }: { apiKey: NonNullable<Profile['apiKey']> }) {
  const shownKey = useShownKey();
  const replacement = useReplaceApiKey();
  const [isReplacing, setIsReplacing] = useState(false);

  function handleReplace(): void {
    setIsReplacing(false);
    shownKey.show(async () => replacement.mutateAsync());
  }

  return (
    <>
      <Failure
        title={
          shownKey.error === replacement.error
            ? 'Couldn’t replace the API key'
            : 'Couldn’t load the API key'
        }
        error={shownKey.error}
      />
      {replacement.isSuccess && (
        <Notice tone="success" title="API key replaced">
          The old one no longer works. Give the new one to every program that used it.
        </Notice>
      )}
      <KeyLine masked={apiKey.masked} shownKey={shownKey}>
        <Button pending={replacement.isPending} onClick={() => setIsReplacing(true)}>
          Replace API key
        </Button>
      </KeyLine>
      <KeyTimes apiKey={apiKey} came="Created" />
      {isReplacing && (
        <ConfirmDialog
          title="Replace the API key?"
          confirm="Replace API key"
          variant="danger"
          onConfirm={handleReplace}
          onClose={() => setIsReplacing(false)}
        >
          <p>
            You get a new key, and the old one stops working immediately. Every program that uses it
            fails until you update it.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

interface KeyLineProps {
  /** undefined: no key exists yet, so only the further buttons are shown. */
  masked: string | undefined;
  shownKey: ShownKey;
  /** Further buttons. */
  children: ReactNode;
}

/** Shows the API key, masked until requested, with buttons to reveal and copy it. */
export function KeyLine({ masked, shownKey: { shown, get, show, hide }, children }: KeyLineProps) {
  return (
    <div className={`${s.key} cluster`}>
      {masked !== undefined && (
        <>
          <output
            className={`${s.secret} card mono wrap-anywhere`}
            translate="no"
            aria-label="API key"
          >
            {shown ?? masked}
          </output>
          {shown === undefined ? (
            <Button onClick={() => show(revealApiKey)}>Show API key</Button>
          ) : (
            <Button onClick={hide}>Hide API key</Button>
          )}
          <CopyButton label="Copy API key" size="medium" value={() => shown ?? get(revealApiKey)} />
        </>
      )}
      {children}
    </div>
  );
}

interface KeyTimesProps {
  apiKey: NonNullable<Profile['apiKey']>;
  /** Whether the portal issued the key (`Created`) or the user entered it (`Entered`). */
  came: 'Created' | 'Entered';
}

/** Shows when the API key was created or entered, and when a program last used it. */
export function KeyTimes({ apiKey, came }: KeyTimesProps) {
  return (
    <DetailList>
      <Detail label={came}>
        <Time value={apiKey.createdAt} />
      </Detail>
      <Detail label={came === 'Created' ? 'Last used' : 'Last used by a program'}>
        {apiKey.lastUsedAt === null ? 'Never' : <Time value={apiKey.lastUsedAt} />}
      </Detail>
    </DetailList>
  );
}

/** How long a revealed key stays visible, in milliseconds. */
const shownMs = 60_000;

/** A key that is visible or masked, and the error of the last attempt to get the key. */
type ShownKey = ReturnType<typeof useShownKey>;

/** Returns the visible API key. The key is only in this component's state. */
export function useShownKey() {
  const [shown, setShown] = useState<string>();
  const [error, setError] = useState<Error>();

  useEffect(() => {
    if (shown === undefined) return undefined;
    const timer = setTimeout(setShown, shownMs, undefined);
    return () => clearTimeout(timer);
  }, [shown]);

  /** Gets a key, after a password confirmation if needed. Stores a failure as `error`. */
  async function get(key: () => Promise<string>): Promise<string> {
    setError(undefined);
    try {
      return await key();
    } catch (failure) {
      if (failure instanceof Error && !(failure instanceof NotConfirmed)) setError(failure);
      throw failure;
    }
  }

  return {
    shown,
    error,
    get,
    /** Gets a key and shows it for a minute. */
    show: (key: () => Promise<string>) => void get(key).then(setShown, () => {}),
    hide: () => setShown(undefined),
  };
}
