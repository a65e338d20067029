/** How to sort a list: by a field, ascending or descending. */
export interface SortOption {
  readonly by: string;
  readonly descending: boolean;
}

/** The settings that the orders of a list depend on. */
interface SortSettings {
  /** The name of the records' amount field. */
  readonly amountField: string;
  /** Whether the default order begins with the best match of a search. */
  readonly isByMatch: boolean;
  /** Whether the records are the portal's own, which know since when each waits. */
  readonly isOwn: boolean;
}

/** Returns the orders of a list of records, by label; the headers of its columns have more. */
export function sortOptionsFor({
  amountField,
  isByMatch,
  isOwn,
}: SortSettings): Readonly<Record<string, SortOption>> {
  return {
    [isByMatch ? 'Best match first' : 'Newest first']: { by: 'createdAt', descending: true },
    'Oldest first': { by: 'createdAt', descending: false },
    'Recently updated': { by: 'updatedAt', descending: true },
    'Waiting longest': {
      by: isOwn ? 'subStatusSinceDate' : 'statusSinceDate',
      descending: false,
    },
    'Largest amount': { by: amountField, descending: true },
  };
}
