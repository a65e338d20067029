import { useQuery } from '@tanstack/react-query';
import BookOpen from 'lucide-react/icons/book-open';
import Bookmark from 'lucide-react/icons/bookmark';
import Columns3 from 'lucide-react/icons/columns-3';
import Download from 'lucide-react/icons/download';
import FilePen from 'lucide-react/icons/file-pen';
import History from 'lucide-react/icons/history';
import KeyRound from 'lucide-react/icons/key-round';
import Keyboard from 'lucide-react/icons/keyboard';
import ListFilter from 'lucide-react/icons/list-filter';
import LogOut from 'lucide-react/icons/log-out';
import Paperclip from 'lucide-react/icons/paperclip';
import Plus from 'lucide-react/icons/plus';
import ScrollText from 'lucide-react/icons/scroll-text';
import SunMoon from 'lucide-react/icons/sun-moon';
import { type ReactNode, useState } from 'react';

import type { Session } from '#contract/portal/accounts.ts';
import { apiDocsAddress } from '#contract/portal/addresses.ts';
import type { View } from '#contract/portal/views.ts';
import { recordLists } from '#contract/v1/record-types.ts';
import { viewsQuery } from '#src/api/records/views.ts';
import { CommandMenu } from '#src/features/command-menu/command-menu.tsx';
import type { Command } from '#src/features/command-menu/menu-options.ts';
import { mayCreateLead } from '#src/features/leads/leads.policy.ts';
import { builtInView } from '#src/features/records/views/built-in-view.ts';
import { maxWidthWithoutBar } from '#src/features/records/views/pinned-views.tsx';
import { isHelpOpen } from '#src/features/shortcuts/shortcuts-setting.ts';
import {
  apiKeySection,
  attachmentsSection,
  commandMark,
  historySection,
  type PageCommand,
  pageCommands,
} from '#src/lib/page-elements.ts';
import { paths } from '#src/lib/paths.ts';
import { goToSection } from '#src/ui/layout/section.tsx';
import { chooseTheme, themes } from '#src/ui/layout/theme-switch.tsx';

import { navItemsFor } from './nav-items.tsx';

interface CommandsProps {
  session: Session;
  /** Returns the text typed while this was loading. */
  takeTyped?: (() => string) | undefined;
  onSignOut: () => void;
  onClose: () => void;
}

/** The command menu with the pages and actions of the signed-in person, and those of the page. */
export function Commands({ session, takeTyped, onSignOut, onClose }: CommandsProps) {
  const { capabilities } = session;
  const { data: views = [] } = useQuery({ ...viewsQuery, enabled: capabilities.views });
  // What the page has when the menu is opened: its export, its menus, and its sections.
  const [onPage] = useState(() => [...buttonCommands(), ...sectionCommands()]);
  const commands = [
    ...placesFor(session),
    ...onPage,
    ...actionsFor(session, onSignOut),
    ...(capabilities.views ? viewCommands(views) : []),
    ...extraPlaces,
  ];
  return (
    <CommandMenu
      commands={commands}
      canSearch={capabilities.recordSearch}
      takeTyped={takeTyped}
      onClose={onClose}
    />
  );
}

/** The commands that press a button of the page. */
const buttons: Readonly<
  Record<PageCommand, Pick<Command, 'keywords' | 'icon'> & { label?: string }>
> = {
  // The button says how many rows.
  export: { keywords: 'download csv excel file', icon: <Download aria-hidden /> },
  views: { label: 'Views of this list', keywords: 'saved', icon: <ListFilter aria-hidden /> },
  display: {
    label: 'Display',
    keywords: 'columns order sort rows',
    icon: <Columns3 aria-hidden />,
  },
  filter: { label: 'Filter', keywords: 'status waiting contact', icon: <ListFilter aria-hidden /> },
};

function buttonCommands(): Command[] {
  const found = [...document.querySelectorAll<HTMLElement>(`main [${commandMark}]`)];
  return found
    .filter((button) => button.checkVisibility() || button.closest('[popover]') !== null)
    .flatMap((button): Command[] => {
      const name = pageCommands.find((each) => each === button.getAttribute(commandMark));
      if (name === undefined) return [];
      const label = button.textContent.trim();
      const action = () => button.click();
      return [{ group: 'On this page', id: `page-${name}`, label, ...buttons[name], action }];
    });
}

/** The icons of sections that have commands, by their ids. */
const sections: Readonly<Record<string, ReactNode>> = {
  [attachmentsSection]: <Paperclip aria-hidden />,
  [historySection]: <History aria-hidden />,
};

function sectionCommands(): Command[] {
  return Object.entries(sections).flatMap(([id, icon]) => {
    const section = document.getElementById(id);
    if (section === null) return [];
    return {
      group: 'On this page',
      id: `page-${id}`,
      label: section.getAttribute('aria-label') ?? '',
      icon,
      action: () => goToSection(section),
    };
  });
}

type CommandUser = Pick<Session, 'account' | 'capabilities'>;

/** Other words for the pages of the navigation, by their addresses. */
const pageKeywords: Readonly<Record<string, string>> = {
  [paths.home()]: 'start numbers waiting',
  [paths.deals()]: 'pipeline board stages',
  [paths.bulkUpload()]: 'import csv excel spreadsheet uploads history',
  [paths.people()]: 'users accounts invite roles colleagues team',
  [paths.profile()]: 'account settings user password sessions',
};

/** Other words for the page where those who change many leads at once undo it. */
const ofBulkChanges = 'bulk changes reassign notes undo history';

/** Returns the pages that a person may open. */
export function placesFor(user: CommandUser): Command[] {
  const {
    account: { role },
    capabilities,
  } = user;
  const pages = navItemsFor(user).map(({ label, icon, to }) => ({
    label,
    icon,
    keywords: pageKeywords[to] ?? '',
    action: to,
  }));
  return inGroup('Go to', [
    ...pages,
    mayCreateLead(role) && {
      label: 'Drafts',
      keywords: 'unfinished saved leads',
      icon: <FilePen aria-hidden />,
      action: paths.drafts(),
    },
    {
      label: 'Audit trail',
      keywords: `log security who did sign-ins past exports downloads${
        capabilities.bulkChanges && role !== 'support' ? ` ${ofBulkChanges}` : ''
      }`,
      icon: <ScrollText aria-hidden />,
      action: paths.audit(),
    },
  ]);
}

/** The parts of pages that anybody may open, and the API documentation. */
export const extraPlaces = inGroup('More', [
  {
    label: 'API key',
    keywords: 'interface token programs',
    icon: <KeyRound aria-hidden />,
    action: `${paths.profile()}#${apiKeySection}`,
  },
  {
    label: 'API documentation',
    note: 'New tab',
    keywords: 'docs interface reference openapi',
    icon: <BookOpen aria-hidden />,
    action: () => void open(apiDocsAddress, '_blank', 'noopener'),
  },
]);

/**
 * Returns the views of both lists: what changed, and the saved ones. Those that are pinned come
 * first where there is no side bar to have them.
 */
export function viewCommands(views: readonly View[]): Command[] {
  const hasSideBar = innerWidth > maxWidthWithoutBar;
  const changed = recordLists.map((list) => ({
    ...builtInView,
    list,
    isPinned: false,
    id: `changed-${list}`,
  }));
  return [...changed, ...views].map(({ id, list, name, query, isPinned }): Command => ({
    group: isPinned && !hasSideBar ? 'Pinned views' : 'Views',
    id: `view-${id}`,
    label: name,
    note: `View of ${list}`,
    keywords: `views saved ${list} unread`,
    icon: <Bookmark aria-hidden />,
    action: paths[list](query),
  }));
}

/** Returns the actions that a person may take on every page. */
export function actionsFor({ account }: CommandUser, onSignOut: () => void): Command[] {
  return inGroup('Actions', [
    mayCreateLead(account.role) && {
      label: 'New lead',
      keywords: 'submit create add',
      icon: <Plus aria-hidden />,
      action: paths.newLead(),
    },
    ...themes.map(({ value, label }) => ({
      label: `${label} theme`,
      keywords: 'appearance mode colours',
      icon: <SunMoon aria-hidden />,
      action: () => chooseTheme(value),
    })),
    {
      label: 'Keyboard shortcuts',
      keywords: 'keys help',
      icon: <Keyboard aria-hidden />,
      action: () => isHelpOpen.set(true),
    },
    {
      label: 'Sign out',
      keywords: 'log out leave',
      icon: <LogOut aria-hidden />,
      action: onSignOut,
    },
  ]);
}

/** Returns the existing commands as a group. */
function inGroup(group: Command['group'], commands: readonly (Omit<Command, 'group'> | false)[]) {
  return commands.flatMap((command) => (command === false ? [] : { group, ...command }));
}
