import Briefcase from 'lucide-react/icons/briefcase';
import House from 'lucide-react/icons/house';
import Inbox from 'lucide-react/icons/inbox';
import Upload from 'lucide-react/icons/upload';
import UserRound from 'lucide-react/icons/user-round';
import UsersRound from 'lucide-react/icons/users-round';
import type { ReactNode } from 'react';

import type { Session } from '#contract/portal/accounts.ts';
import { paths } from '#src/lib/paths.ts';

type User = Pick<Session, 'account' | 'capabilities'>;

/** A link in the navigation. */
export interface NavItem {
  to: string;
  label: string;
  icon: ReactNode;
  /** Returns whether a user sees the link; undefined if everybody does. */
  isFor?(this: void, user: User): boolean;
}

/** All navigation links, in order. */
export const navItems: readonly NavItem[] = [
  {
    to: paths.home(),
    label: 'Home',
    icon: <House aria-hidden />,
    isFor: ({ capabilities }) => capabilities.home,
  },
  { to: paths.leads(), label: 'Leads', icon: <Inbox aria-hidden /> },
  { to: paths.deals(), label: 'Deals', icon: <Briefcase aria-hidden /> },
  {
    to: paths.bulkUpload(),
    label: 'Bulk upload',
    icon: <Upload aria-hidden />,
    isFor: ({ account }) => account.role === 'partner-admin',
  },
  {
    to: paths.people(),
    label: 'People',
    icon: <UsersRound aria-hidden />,
    isFor: ({ account }) => account.isManager,
  },
  { to: paths.profile(), label: 'Profile', icon: <UserRound aria-hidden /> },
];

/** Returns the navigation links for a user, and for what the service can do. */
export function navItemsFor(user: User): readonly NavItem[] {
  return navItems.filter(({ isFor }) => isFor?.(user) ?? true);
}
