import type { Profile } from '#contract/portal/api-keys.ts';

import { EnteredKeySection } from './entered-key-section.tsx';
import { usePasswordGate } from './password-gate.tsx';
import { PeopleSection } from './people-section.tsx';

/**
 * Shows the user's API key for the upstream service and, to a partner admin, the key status of the
 * partner's other people. One password confirmation covers all of them.
 */
export function EnteredKeys({ profile: { account, contact, apiKey } }: { profile: Profile }) {
  const gate = usePasswordGate();
  return (
    <>
      <EnteredKeySection apiKey={apiKey} gate={gate} />
      {account.role === 'partner-admin' && <PeopleSection ownId={contact?.id} gate={gate} />}
      {gate.question}
    </>
  );
}
