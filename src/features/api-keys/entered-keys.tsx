import type { Profile } from '#contract/web/api-keys.ts';

import { EnteredKeySection } from './entered-key-section.tsx';
import { usePasswordGate } from './password-gate.tsx';
import { PeopleSection } from './people-section.tsx';

/** In front of an existing service: my API key there, and for a partner admin those of the partner's people. The password opens all of them. */
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
