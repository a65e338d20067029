import Briefcase from 'lucide-react/icons/briefcase';
import House from 'lucide-react/icons/house';
import Upload from 'lucide-react/icons/upload';
import UserRound from 'lucide-react/icons/user-round';
import UsersRound from 'lucide-react/icons/users-round';
import type { ReactNode } from 'react';

import type { Role } from '#contract/endpoint.ts';
import { paths } from '#src/lib/paths.ts';

/** A link in the navigation. */
export interface NavItem {
  to: string;
  label: string;
  icon: ReactNode;
  /** The only role that sees the link; undefined if every role does. */
  role?: Role;
  /** Whether the link needs a home page, which there is none of in front of an existing service. */
  needsHome?: boolean;
}

/** All navigation links, in order. */
export const navItems: readonly NavItem[] = [
  { to: paths.home(), label: 'Home', icon: <House aria-hidden />, needsHome: true },
  { to: paths.leads(), label: 'Leads', icon: <UsersRound aria-hidden /> },
  { to: paths.deals(), label: 'Deals', icon: <Briefcase aria-hidden /> },
  {
    to: paths.bulkUpload(),
    label: 'Bulk upload',
    icon: <Upload aria-hidden />,
    role: 'partner-admin',
  },
  { to: paths.profile(), label: 'Profile', icon: <UserRound aria-hidden /> },
];

/** Returns the navigation links for a role, and whether there is a home page. */
export function navItemsFor(role: Role, hasHome: boolean): readonly NavItem[] {
  return navItems.filter(
    ({ role: only, needsHome }) =>
      (only === undefined || only === role) && (needsHome !== true || hasHome),
  );
}
