import type { Profile } from '#contract/portal/api-keys.ts';
import { Detail, DetailList } from '#src/ui/layout/details.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { ThemeSwitch } from '#src/ui/layout/theme-switch.tsx';

import { roleNames } from './role-names.ts';

const scopes: Readonly<Record<Profile['account']['role'], string>> = {
  broker: 'You can view and edit leads assigned to you, and view their deals.',
  'partner-admin': 'You can view and edit all of your partner’s leads, and view all its deals.',
  support: 'You can view the leads and deals of all partners.',
};

/** Who is signed in, for which partner, what the role gives access to, and the theme. */
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
        <Detail label="Theme">
          <ThemeSwitch />
        </Detail>
      </DetailList>
    </Section>
  );
}
