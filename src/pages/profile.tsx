import { useSuspenseQuery } from '@tanstack/react-query';

import { profileQuery } from '#src/api/account/profile.ts';
import { NoticesSection } from '#src/features/accounts/notices-section.tsx';
import { PasskeysSection } from '#src/features/accounts/passkeys-section.tsx';
import { PersonSection } from '#src/features/accounts/person-section.tsx';
import { SecondFactorSection } from '#src/features/accounts/second-factor-section.tsx';
import { SessionsSection } from '#src/features/accounts/sessions-section.tsx';
import { ApiKeysSection } from '#src/features/api-keys/api-keys-section.tsx';
import { EnteredKeys } from '#src/features/api-keys/entered-keys.tsx';
import { InterfaceSection } from '#src/features/api-keys/interface-section.tsx';
import { PasswordRequired } from '#src/features/api-keys/password-gate.tsx';
import { ProfileKey } from '#src/features/api-keys/profile-key.tsx';
import { ShortcutsSection } from '#src/features/shortcuts/shortcuts-section.tsx';
import { paths } from '#src/lib/paths.ts';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';

/** `/profile`: the user's account, and what their programs need to call the API. */
export function Component() {
  const { data: profile } = useSuspenseQuery(profileQuery);
  return (
    <div className="measure">
      <PageHeader
        title="Profile"
        actions={<LinkButton to={paths.audit()}>Audit trail</LinkButton>}
      />
      <PersonSection account={profile.account} partner={profile.partner} />
      <SecondFactorSection />
      <PasskeysSection />
      <SessionsSection />
      <NoticesSection />
      <ShortcutsSection />
      {profile.entersApiKey ? (
        <EnteredKeys profile={profile} />
      ) : (
        <ApiKeysSection>{profile.apiKey && <ProfileKey apiKey={profile.apiKey} />}</ApiKeysSection>
      )}
      <InterfaceSection baseAddress={profile.baseAddress} />
      <PasswordRequired />
    </div>
  );
}
