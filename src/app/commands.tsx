import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Session } from '#contract/portal/accounts.ts';
import { viewsQuery } from '#src/api/records/views.ts';
import { CommandMenu } from '#src/features/command-menu/command-menu.tsx';

import { actionsFor, furtherPlacesFor, placesFor, viewCommands } from './commands-of-portal.tsx';
import { commandsOnPage } from './commands-on-page.tsx';

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
    ...furtherPlacesFor(session),
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
