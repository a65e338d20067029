import { useState } from 'react';

import type { Profile } from '#contract/portal/api-keys.ts';
import { capitalizeName } from '#contract/portal/upstream-name.ts';
import { confirmed } from '#src/api/account/confirmation.ts';
import { useUpstreamName } from '#src/api/session.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { Failure, Notice } from '#src/ui/feedback/notice.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import { EnterKeyDialog } from './enter-key-dialog.tsx';
import { KeyLine, KeyTimes } from './key-line.tsx';
import { PeopleSection } from './people-section.tsx';
import { useShownKey } from './shown-key.ts';

import s from './api-keys.module.css';

/**
 * Shows the user's API key for the upstream service and, to a partner admin, the key status of the
 * partner's other people. One password confirmation covers all of them.
 */
export function EnteredKeys({ profile: { account, contact, apiKey } }: { profile: Profile }) {
  return (
    <>
      <EnteredKeySection apiKey={apiKey} />
      {account.role === 'partner-admin' && <PeopleSection ownId={contact?.id} />}
    </>
  );
}

/**
 * Shows and saves the user's API key for the upstream service, and whether that service accepts it.
 */
function EnteredKeySection({ apiKey }: Pick<Profile, 'apiKey'>) {
  const shownKey = useShownKey();
  const upstreamName = useUpstreamName();
  const isGood = apiKey?.rejectedAt === null;
  const [step, setStep] = useState<'none' | 'entering' | 'entered'>('none');

  function handleEnter(): void {
    shownKey.hide();
    confirmed(async () => setStep('entering')).catch(() => {});
  }

  return (
    <Section id="api-key" title="API key">
      <Failure title="Couldn’t load the API key" error={shownKey.error} />
      {step === 'entered' && isGood && (
        <Notice tone="success" title="Your API key works">
          You can now see leads and deals.
        </Notice>
      )}
      {apiKey?.rejectedAt && (
        <Notice tone="warning" title={`${capitalizeName(upstreamName)} rejects your API key`}>
          First rejected <Time value={apiKey.rejectedAt} />. Get your current API key there, and
          enter it here.
        </Notice>
      )}
      <p className={s.source}>
        Leads and deals are stored in {upstreamName}.{' '}
        {isGood
          ? 'This is your API key from there.'
          : 'Connect it with your API key, which is on your profile page there.'}
      </p>
      {apiKey === null && <p className={s.source}>No API key entered yet.</p>}
      <KeyLine masked={apiKey?.masked} shownKey={shownKey}>
        <Button variant={isGood ? 'bordered' : 'main'} onClick={handleEnter}>
          {isGood ? 'Enter another API key' : 'Enter API key'}
        </Button>
      </KeyLine>
      {apiKey && <KeyTimes apiKey={apiKey} came="Entered" />}
      {step === 'entering' && (
        <EnterKeyDialog onEntered={() => setStep('entered')} onClose={() => setStep('none')} />
      )}
    </Section>
  );
}
