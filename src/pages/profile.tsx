import { useSuspenseQuery } from '@tanstack/react-query';

import { profileQuery } from '#src/api/profile.ts';
import { PersonSection } from '#src/features/accounts/person-section.tsx';
import { ApiKeySection } from '#src/features/api-keys/api-key-section.tsx';
import { EnteredKeySection } from '#src/features/api-keys/entered-key-section.tsx';
import { InterfaceSection } from '#src/features/api-keys/interface-section.tsx';
import { PeopleSection } from '#src/features/api-keys/people-section.tsx';
import { PageHead } from '#src/ui/page-head.tsx';

import s from './profile.module.css';

/** Who I am, and what my programs need to call the interface. */
export function Component() {
  const { data: profile } = useSuspenseQuery(profileQuery);
  const { account, apiKey, entersApiKey } = profile;
  return (
    <div className={s.profile}>
      <PageHead title="Profile" />
      <PersonSection account={account} partner={profile.partner} />
      {entersApiKey ? (
        <EnteredKeySection apiKey={apiKey} />
      ) : (
        apiKey && <ApiKeySection apiKey={apiKey} />
      )}
      {entersApiKey && account.role === 'partner-admin' && (
        <PeopleSection ownId={profile.contact?.id} />
      )}
      <InterfaceSection baseAddress={profile.baseAddress} />
    </div>
  );
}
