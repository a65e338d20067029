import { useEffect, useState } from 'react';

import type { Profile } from '#contract/web/api-keys.ts';
import { revealApiKey, useReplaceApiKey } from '#src/api/profile.ts';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Detail, DetailList } from '#src/ui/details.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Section } from '#src/ui/section.tsx';
import { Time } from '#src/ui/time.tsx';

import { NotConfirmed, usePasswordGate } from './password-gate.tsx';
import { ReplaceDialog } from './replace-dialog.tsx';

import s from './api-keys.module.css';

/** How long a shown key stays in sight, in milliseconds. */
const shownFor = 60_000;

/** The API key: masked until it is asked for, and masked again after a minute. It is in no memory but this component's. */
export function ApiKeySection({ apiKey }: { apiKey: Profile['apiKey'] }) {
  const { confirmed, question } = usePasswordGate();
  const replacement = useReplaceApiKey();
  const [shown, setShown] = useState<string>();
  const [isReplacing, setIsReplacing] = useState(false);
  const [error, setError] = useState<Error>();

  useEffect(() => {
    if (shown === undefined) return undefined;
    const timer = setTimeout(setShown, shownFor, undefined);
    return () => clearTimeout(timer);
  }, [shown]);

  /** Gets the key, after the password where that is due; a failure is told on the page. */
  async function get(key: () => Promise<string>): Promise<string> {
    setError(undefined);
    try {
      return await confirmed(key);
    } catch (failure) {
      if (failure instanceof Error && !(failure instanceof NotConfirmed)) setError(failure);
      throw failure;
    }
  }

  function show(key: () => Promise<string>): void {
    get(key).then(setShown, () => {});
  }

  function handleReplace(): void {
    setIsReplacing(false);
    show(async () => replacement.mutateAsync());
  }

  return (
    <Section title="API key">
      {error && (
        <Notice tone="bad" title="This did not work">
          {error.message}
        </Notice>
      )}
      {replacement.isSuccess && (
        <Notice tone="good" title="The API key is replaced">
          The old one no longer works. Give the new one to every program that used it.
        </Notice>
      )}
      <div className={s.key}>
        <output className={s.secret} aria-label="API key">
          {shown ?? apiKey.masked}
        </output>
        {shown === undefined ? (
          <Button onClick={() => show(revealApiKey)}>Show API key</Button>
        ) : (
          <Button onClick={() => setShown(undefined)}>Hide API key</Button>
        )}
        <CopyButton label="Copy API key" size="medium" value={() => shown ?? get(revealApiKey)} />
        <Button pending={replacement.isPending} onClick={() => setIsReplacing(true)}>
          Replace API key
        </Button>
      </div>
      <DetailList>
        <Detail label="Created">
          <Time value={apiKey.createdAt} />
        </Detail>
        <Detail label="Last used">
          {apiKey.lastUsedAt === null ? 'Never' : <Time value={apiKey.lastUsedAt} />}
        </Detail>
      </DetailList>
      {isReplacing && (
        <ReplaceDialog onReplace={handleReplace} onClose={() => setIsReplacing(false)} />
      )}
      {question}
    </Section>
  );
}
