import Keyboard from 'lucide-react/icons/keyboard';
import ListChecks from 'lucide-react/icons/list-checks';
import LogOut from 'lucide-react/icons/log-out';
import Plus from 'lucide-react/icons/plus';
import SquareKanban from 'lucide-react/icons/square-kanban';
import SunMoon from 'lucide-react/icons/sun-moon';

import type { Session } from '#contract/portal/accounts.ts';
import { CommandMenu } from '#src/features/command-menu/command-menu.tsx';
import { type Command } from '#src/features/command-menu/menu-options.ts';
import { mayCreateLead, mayEditLead } from '#src/features/leads/leads.policy.ts';
import { isHelpOpen } from '#src/features/shortcuts/shortcuts-setting.ts';
import { paths } from '#src/lib/paths.ts';
import { chooseTheme, themes } from '#src/ui/layout/theme-switch.tsx';

import { navItemsFor } from './nav-items.tsx';

interface CommandsProps {
  session: Session;
  onSignOut: () => void;
  onClose: () => void;
}

/** The command menu with the pages and actions of the signed-in person. */
export function Commands({ session, onSignOut, onClose }: CommandsProps) {
  return (
    <CommandMenu
      commands={commandsFor(session, onSignOut)}
      canSearch={session.capabilities.recordSearch}
      onClose={onClose}
    />
  );
}

/** Returns the pages that a person may open and the actions that they may take. */
export function commandsFor(
  { account, capabilities }: Pick<Session, 'account' | 'capabilities'>,
  onSignOut: () => void,
): Command[] {
  const pages = navItemsFor(account.role, capabilities.home).map(
    ({ label, icon, to }): Command => ({
      group: 'Go to',
      label,
      icon,
      act: to,
    }),
  );
  const board: Command = {
    group: 'Go to',
    label: 'Board of deals',
    icon: <SquareKanban aria-hidden />,
    act: paths.deals('view=board'),
  };
  const bulkChanges: Command = {
    group: 'Go to',
    label: 'Bulk changes',
    words: 'reassign notes undo',
    icon: <ListChecks aria-hidden />,
    act: paths.bulkChanges(),
  };
  const newLead: Command = {
    group: 'Actions',
    label: 'New lead',
    words: 'submit create add',
    icon: <Plus aria-hidden />,
    act: paths.newLead(),
  };
  return [
    ...pages,
    ...(capabilities.board ? [board] : []),
    ...(capabilities.bulkChanges && mayEditLead(account.role) ? [bulkChanges] : []),
    ...(mayCreateLead(account.role) ? [newLead] : []),
    ...themes.map(({ value, label }): Command => ({
      group: 'Actions',
      label: `${label} theme`,
      words: 'appearance mode colours',
      icon: <SunMoon aria-hidden />,
      act: () => chooseTheme(value),
    })),
    {
      group: 'Actions',
      label: 'Keyboard shortcuts',
      words: 'keys help',
      icon: <Keyboard aria-hidden />,
      act: () => isHelpOpen.set(true),
    },
    {
      group: 'Actions',
      label: 'Sign out',
      words: 'log out leave',
      icon: <LogOut aria-hidden />,
      act: onSignOut,
    },
  ];
}
