import { useQuery } from '@tanstack/react-query';
import Columns3 from 'lucide-react/icons/columns-3';
import Download from 'lucide-react/icons/download';
import History from 'lucide-react/icons/history';
import ListFilter from 'lucide-react/icons/list-filter';
import Paperclip from 'lucide-react/icons/paperclip';
import { type ReactNode, useState } from 'react';

import type { Session } from '#contract/portal/accounts.ts';
import { viewsQuery } from '#src/api/records/views.ts';
import { CommandMenu } from '#src/features/command-menu/command-menu.tsx';
import type { Command } from '#src/features/command-menu/menu-options.ts';

import { actionsFor, furtherPlaces, placesFor, viewCommands } from './commands-of-portal.tsx';

interface CommandsProps {
  session: Session;
  /** Returns what was typed while this was loading. */
  takeTyped?: (() => string) | undefined;
  onSignOut: () => void;
  onClose: () => void;
}

/** The command menu with the pages and actions of the signed-in person, and those of the page. */
export function Commands({ session, takeTyped, onSignOut, onClose }: CommandsProps) {
  const { capabilities } = session;
  const { data: views = [] } = useQuery({ ...viewsQuery, enabled: capabilities.views });
  // What the page has when the menu is opened.
  const [onPage] = useState(commandsOnPage);
  const commands = [
    ...placesFor(session),
    ...onPage,
    ...actionsFor(session, onSignOut),
    ...(capabilities.views ? viewCommands(views) : []),
    ...furtherPlaces,
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

/** Returns what the page that is shown offers: its export, its menus, and its sections. */
function commandsOnPage(): Command[] {
  return [...buttonCommands(), ...sectionCommands()];
}

/** Commands that press a button of the page, by the value of its `data-command`. */
const buttons: Readonly<Record<string, Pick<Command, 'words' | 'icon'> & { label?: string }>> = {
  // The button says how many rows.
  export: { words: 'download csv excel file', icon: <Download aria-hidden /> },
  More: { label: 'Views of this list', words: 'saved', icon: <ListFilter aria-hidden /> },
  Display: { label: 'Display', words: 'columns order sort rows', icon: <Columns3 aria-hidden /> },
  Filter: { label: 'Filter', words: 'status waiting contact', icon: <ListFilter aria-hidden /> },
};

function buttonCommands(): Command[] {
  const found = [...document.querySelectorAll<HTMLElement>('main [data-command]')];
  return found
    .filter((button) => button.checkVisibility() || button.closest('[popover]') !== null)
    .flatMap((button): Command[] => {
      const name = button.dataset['command'] ?? '';
      const known = buttons[name];
      if (known === undefined) return [];
      const label = button.textContent.trim();
      const act = () => button.click();
      return [{ group: 'On this page', id: `page-${name}`, label, ...known, act }];
    });
}

/** The icons of sections that have commands, by their ids. */
const sections: Readonly<Record<string, ReactNode>> = {
  attachments: <Paperclip aria-hidden />,
  history: <History aria-hidden />,
};

function sectionCommands(): Command[] {
  return Object.entries(sections).flatMap(([id, icon]) => {
    const section = document.querySelector<HTMLElement>(`main section#${id}`);
    if (section === null) return [];
    return {
      group: 'On this page',
      id: `page-${id}`,
      label: section.getAttribute('aria-label') ?? '',
      icon,
      act: () => goToSection(section),
    };
  });
}

/** Scrolls to a section, whose heading takes the focus. The address stays, and its neighbours. */
function goToSection(section: HTMLElement): void {
  const heading = section.querySelector('h2');
  if (heading) heading.tabIndex = -1;
  heading?.focus({ preventScroll: true });
  section.scrollIntoView();
}
