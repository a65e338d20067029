import type { Profile } from '#contract/web/api-keys.ts';
import { Detail, DetailList } from '#src/ui/details.tsx';
import { Section } from '#src/ui/section.tsx';

import { roleNames } from './role-names.ts';

const scopes: Readonly<Record<Profile['account']['role'], string>> = {
  broker: 'You see and change the leads you are the contact of, and see their deals.',
  'partner-admin': 'You see and change all leads of your partner, and see all its deals.',
  support: 'You see the leads and deals of all partners, and change nothing.',
};

/** Shows who is signed in, for which partner, and what the role gives access to. */
export function PersonSection({ account, partner }: Pick<Profile, 'account' | 'partner'>) {
  return (
    <Section title="You">
      <DetailList>
        <Detail label="Name">{account.name}</Detail>
        <Detail label="Email">{account.email}</Detail>
        {partner && <Detail label="Partner">{partner.name}</Detail>}
        <Detail label="Role">
          {roleNames[account.role]}
          <br />
          <span className="soft">{scopes[account.role]}</span>
        </Detail>
      </DetailList>
    </Section>
  );
}
