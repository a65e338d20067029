import { useState } from 'react';

import type { Profile } from '#contract/portal/api-keys.ts';
import { useReplaceApiKey } from '#src/api/account/profile.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { ConfirmDialog } from '#src/ui/feedback/dialog.tsx';
import { Failure, Notice } from '#src/ui/feedback/notice.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import { KeyLine, KeyTimes } from './key-line.tsx';
import { useShownKey } from './shown-key.ts';

/**
 * Shows the API key that the portal issued: masked until requested, and masked again after a
 * minute.
 */
export function ApiKeySection({ apiKey }: { apiKey: NonNullable<Profile['apiKey']> }) {
  const shownKey = useShownKey();
  const replacement = useReplaceApiKey();
  const [isReplacing, setIsReplacing] = useState(false);

  function handleReplace(): void {
    setIsReplacing(false);
    shownKey.show(async () => replacement.mutateAsync());
  }

  return (
    <Section id="api-key" title="API key">
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
    </Section>
  );
}
