import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';

import type { FoundRecord } from '#contract/portal/search.ts';
import { recordTypes } from '#contract/v1/record-types.ts';
import { recordSearchQuery } from '#src/api/records/record-search.ts';
import { paths } from '#src/lib/paths.ts';

const commandGroups = [
  'Pinned views',
  'Go to',
  'On this page',
  'Actions',
  'Views',
  'More',
] as const;

/** A page to go to, or something to do. */
export interface Command {
  readonly group: (typeof commandGroups)[number];
  readonly label: string;
  /** Distinguishes it from others with the same label. */
  readonly id?: string;
  /** A short description in the soft colour: "View of leads". */
  readonly note?: string;
  readonly icon: ReactNode;
  /** Other words that find it. */
  readonly keywords?: string;
  /** The address to open, or what to do. */
  readonly action: string | (() => void);
}

/** A choice of the menu: a command, or a record to open. */
export type MenuOption =
  | { readonly kind: 'command'; readonly id: string; readonly command: Command }
  | { readonly kind: 'record'; readonly id: string; readonly record: FoundRecord };

/** Options under one heading. */
export interface OptionGroup {
  readonly heading: string;
  readonly options: readonly MenuOption[];
}

/** Returns the address or the action of an option. */
export function getAction(option: MenuOption): Command['action'] {
  return option.kind === 'command'
    ? option.command.action
    : paths[option.record.type](option.record.id);
}

/**
 * Returns the groups of the menu for a text: commands whose words begin as typed, those with such a
 * name first, then the records that were found. Without a text, all commands but the rare ones.
 */
export function groupsFor(
  text: string,
  commands: readonly Command[],
  records: readonly FoundRecord[],
): OptionGroup[] {
  const shown = commands.filter((command) => isMeant(command, text));
  const isNamed = ({ label }: Command) => label.toLowerCase().startsWith(text.toLowerCase());
  const groups: OptionGroup[] = commandGroups
    .map((heading) => ({ heading, own: shown.filter(({ group }) => group === heading) }))
    .toSorted((one, other) => Number(other.own.some(isNamed)) - Number(one.own.some(isNamed)))
    .map(({ heading, own }) => ({
      heading,
      options: own.map((command) => ({ kind: 'command', id: getId(command), command })),
    }));
  groups.push({
    heading: 'Leads and deals',
    options: records.map((record) => ({
      kind: 'record',
      id: `${record.type}-${record.id}`,
      record,
    })),
  });
  return groups.filter(({ options }) => options.length > 0);
}

const getId = ({ label, id = label }: Command): string => `command-${id.replaceAll(/\s+/g, '-')}`;

/** Returns whether each typed word begins one of the command’s words. */
function isMeant({ label, keywords = '' }: Command, text: string): boolean {
  const known = `${label} ${keywords}`.toLowerCase().split(/\s+/);
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((typed) => known.some((word) => word.startsWith(typed)));
}

/**
 * Returns the commands that open a record by the typed id, where records can’t be searched for;
 * none if the text is no id.
 */
export function commandsForId(text: string, icon: ReactNode): Command[] {
  if (!/^[a-z_-]*\d[\w-]*$/i.test(text) || text.length < minIdLength) return [];
  const open = (recordType: string, to: string): Command => ({
    group: 'Go to',
    label: `Open ${recordType} ${text}`,
    keywords: text,
    icon,
    action: to,
  });
  return recordTypes.map((type) => open(type, paths[type](text)));
}

const minIdLength = 6;

/** How long after the last key the text is searched for, in milliseconds. */
const debounceMs = 120;

/** The records that a text finds. */
export type RecordsFound = ReturnType<typeof useMenuSearch>;

/** Returns the results for a text; until the response arrives, the results before. */
export function useMenuSearch(text: string) {
  const q = useDebounced(text);
  const query = useQuery(recordSearchQuery(q));
  const { error, data, isPlaceholderData } = query;
  const isSearching = text !== '' && q !== '';
  const found = isSearching && error === null ? data : undefined;
  return {
    records: found?.records ?? [],
    /** Whether nothing matches as typed, but for typing errors. */
    isTolerant: found?.isTolerant === true && found.records.length > 0,
    /** Whether the records are still those of a former text. */
    isOutdated:
      text !== '' && (text !== q || (error === null && (data === undefined || isPlaceholderData))),
    error: isSearching && text === q ? error : null,
    onRetry: () => void query.refetch(),
  };
}

function useDebounced(text: string): string {
  const [latest, setLatest] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLatest(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return latest;
}
