import Briefcase from 'lucide-react/icons/briefcase';
import UserRound from 'lucide-react/icons/user-round';
import UsersRound from 'lucide-react/icons/users-round';
import type { ReactNode } from 'react';

import { paths } from '#src/lib/paths.ts';

/** A place the navigation leads to. */
export interface NavItem {
  to: string;
  label: string;
  icon: ReactNode;
}

/** The navigation, in order. */
export const navItems: readonly NavItem[] = [
  { to: paths.leads(), label: 'Leads', icon: <UsersRound aria-hidden /> },
  { to: paths.deals(), label: 'Deals', icon: <Briefcase aria-hidden /> },
  { to: paths.profile(), label: 'Profile', icon: <UserRound aria-hidden /> },
];
