import BookOpen from 'lucide-react/icons/book-open';
import Bookmark from 'lucide-react/icons/bookmark';
import FilePen from 'lucide-react/icons/file-pen';
import KeyRound from 'lucide-react/icons/key-round';
import Keyboard from 'lucide-react/icons/keyboard';
import ListChecks from 'lucide-react/icons/list-checks';
import LogOut from 'lucide-react/icons/log-out';
import Plus from 'lucide-react/icons/plus';
import ScrollText from 'lucide-react/icons/scroll-text';
import SquareKanban from 'lucide-react/icons/square-kanban';
import SunMoon from 'lucide-react/icons/sun-moon';

import type { Session } from '#contract/portal/accounts.ts';
import { apiDocsAddress } from '#contract/portal/addresses.ts';
import type { View, ViewList } from '#contract/portal/views.ts';
import { builtInView } from '#src/api/records/views.ts';
import type { Command } from '#src/features/command-menu/menu-options.ts';
import { mayCreateLead, mayEditLead } from '#src/features/leads/leads.policy.ts';
import { maxWidthWithoutBar } from '#src/features/records/views/pinned-views.tsx';
import { isHelpOpen } from '#src/features/shortcuts/shortcuts-setting.ts';
import { paths } from '#src/lib/paths.ts';
import { chooseTheme, themes } from '#src/ui/layout/theme-switch.tsx';

import { navItemsFor } from './nav-items.tsx';

type CommandUser = Pick<Session, 'account' | 'capabilities'>;

/** Other words for the pages of the navigation, by their addresses. */
const pageWords: Readonly<Record<string, string>> = {
  [paths.home()]: 'start numbers waiting',
  [paths.bulkUpload()]: 'import csv excel spreadsheet uploads history',
  [paths.people()]: 'users accounts invite roles colleagues team',
  [paths.profile()]: 'account settings user password sessions',
};

/** Returns the pages that a person may open. */
export function placesFor(user: CommandUser): Command[] {
  const {
    account: { role },
    capabilities,
  } = user;
  const pages = navItemsFor(user).map(({ label, icon, to }) => ({
    label,
    icon,
    words: pageWords[to] ?? '',
    act: to,
  }));
  return inGroup('Go to', [
    ...pages,
    mayCreateLead(role) && {
      label: 'Drafts',
      words: 'unfinished saved leads',
      icon: <FilePen aria-hidden />,
      act: paths.drafts(),
    },
    capabilities.board && {
      label: 'Board of deals',
      words: 'stages columns',
      icon: <SquareKanban aria-hidden />,
      act: paths.deals('view=board'),
    },
    capabilities.bulkChanges &&
      mayEditLead(role) && {
        label: 'Bulk changes',
        words: 'reassign notes undo history',
        icon: <ListChecks aria-hidden />,
        act: paths.bulkChanges(),
      },
    role !== 'broker' && {
      label: 'Audit trail',
      words: 'log security who did sign-ins past exports downloads',
      icon: <ScrollText aria-hidden />,
      act: paths.audit(),
    },
  ]);
}

/** The parts of pages that anybody may open, and the API documentation. */
export const furtherPlaces = inGroup('More', [
  {
    label: 'API key',
    words: 'interface token programs',
    icon: <KeyRound aria-hidden />,
    act: `${paths.profile()}#api-key`,
  },
  {
    label: 'API documentation',
    note: 'New tab',
    words: 'docs interface reference openapi',
    icon: <BookOpen aria-hidden />,
    act: () => void open(apiDocsAddress, '_blank', 'noopener'),
  },
]);

/**
 * Returns the views of both lists: what changed, and the saved ones. Those that are pinned come
 * first where there is no side bar to have them.
 */
export function viewCommands(views: readonly View[]): Command[] {
  const hasSideBar = innerWidth > maxWidthWithoutBar;
  const changed = (['leads', 'deals'] as const).map((list) => ({
    ...builtInView,
    list,
    isPinned: false,
    id: `changed-${list}`,
  }));
  return [...changed, ...views].map(({ id, list, name, query, isPinned }): Command => ({
    group: isPinned && !hasSideBar ? 'Pinned views' : 'Views',
    id: `view-${id}`,
    label: name,
    note: list === 'leads' ? 'View of leads' : 'View of deals',
    words: `views saved ${list} unread`,
    icon: <Bookmark aria-hidden />,
    act: listPath(list, query),
  }));
}

function listPath(list: ViewList, query: string): string {
  return list === 'leads' ? paths.leads(query) : paths.deals(query);
}

/** Returns the actions that a person may take on every page. */
export function actionsFor({ account }: CommandUser, onSignOut: () => void): Command[] {
  return inGroup('Actions', [
    mayCreateLead(account.role) && {
      label: 'New lead',
      words: 'submit create add',
      icon: <Plus aria-hidden />,
      act: paths.newLead(),
    },
    ...themes.map(({ value, label }) => ({
      label: `${label} theme`,
      words: 'appearance mode colours',
      icon: <SunMoon aria-hidden />,
      act: () => chooseTheme(value),
    })),
    {
      label: 'Keyboard shortcuts',
      words: 'keys help',
      icon: <Keyboard aria-hidden />,
      act: () => isHelpOpen.set(true),
    },
    {
      label: 'Sign out',
      words: 'log out leave',
      icon: <LogOut aria-hidden />,
      act: onSignOut,
    },
  ]);
}

/** Returns those of some commands that there are, as a group. */
function inGroup(
  group: Command['group'],
  commands: readonly (Omit<Command, 'group'> | false)[],
): Command[] {
  return commands.flatMap((command) => (command === false ? [] : { group, ...command }));
}
