import { useState } from 'react';

import type { Profile } from '#contract/web/api-keys.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Section } from '#src/ui/section.tsx';
import { Time } from '#src/ui/time.tsx';

import { EnterKeyDialog } from './enter-key-dialog.tsx';
import { KeyLine, KeyTimes } from './key-line.tsx';
import type { PasswordGate } from './password-gate.tsx';
import { useShownKey } from './shown-key.ts';

import s from './api-keys.module.css';

interface EnteredKeySectionProps {
  apiKey: Profile['apiKey'];
  gate: PasswordGate;
}

/**
 * Shows and saves the user's API key for the upstream service, and whether that service accepts it.
 */
export function EnteredKeySection({ apiKey, gate }: EnteredKeySectionProps) {
  const shownKey = useShownKey(gate);
  const isGood = apiKey?.rejectedAt === null;
  const [step, setStep] = useState<'none' | 'entering' | 'entered'>('none');

  function handleEnter(): void {
    shownKey.hide();
    gate.confirmed(async () => setStep('entering')).catch(() => {});
  }

  return (
    <Section title="API key">
      {shownKey.error && (
        <Notice tone="bad" title="This did not work">
          {shownKey.error.message}
        </Notice>
      )}
      {step === 'entered' && isGood && (
        <Notice tone="good" title="The service accepts your API key">
          Leads and deals are open to you now.
        </Notice>
      )}
      {apiKey?.rejectedAt && (
        <Notice tone="wait" title="The service behind this portal rejects your API key">
          First rejected <Time value={apiKey.rejectedAt} />. Get your current API key there, and
          enter it here.
        </Notice>
      )}
      <p className={s.source}>
        Leads and deals live in the service behind this portal, which opens them to your own API
        key. You find the key on your profile page in that service.
      </p>
      {apiKey === null && <p className={s.source}>None is entered yet.</p>}
      <KeyLine masked={apiKey?.masked} shownKey={shownKey}>
        <Button variant={isGood ? 'bordered' : 'main'} onClick={handleEnter}>
          {isGood ? 'Enter another API key' : 'Enter API key'}
        </Button>
      </KeyLine>
      {apiKey && <KeyTimes apiKey={apiKey} came="Entered" />}
      {step === 'entering' && (
        <EnterKeyDialog
          confirmed={gate.confirmed}
          onEntered={() => setStep('entered')}
          onClose={() => setStep('none')}
        />
      )}
    </Section>
  );
}
