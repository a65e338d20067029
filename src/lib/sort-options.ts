/** How to sort a list: by a field, ascending or descending. */
export interface SortOption {
  readonly by: string;
  readonly descending: boolean;
}

/**
 * Returns the sort options of a list of records, by label. `amountField` is the name of the
 * records' amount field.
 */
export function sortOptionsFor(amountField: string): Readonly<Record<string, SortOption>> {
  return {
    'Newest first': { by: 'createdAt', descending: true },
    'Oldest first': { by: 'createdAt', descending: false },
    'Recently updated': { by: 'updatedAt', descending: true },
    'Least recently updated': { by: 'updatedAt', descending: false },
    'Newest in status': { by: 'statusSinceDate', descending: true },
    'Longest in status': { by: 'statusSinceDate', descending: false },
    'Largest amount': { by: amountField, descending: true },
    'Smallest amount': { by: amountField, descending: false },
  };
}

/**
 * Returns the sort options of a list that is searched, whose default order begins with the best
 * match.
 */
export function sortOptionsOfSearch(
  options: Readonly<Record<string, SortOption>>,
): Readonly<Record<string, SortOption>> {
  return Object.fromEntries(
    Object.entries(options).map(([label, option]) => [
      label === 'Newest first' ? 'Best match first' : label,
      option,
    ]),
  );
}

/** The sort options that only the portal's own records have. */
export const ownSortOptions = {
  'Newest in sub-status': { by: 'subStatusSinceDate', descending: true },
  'Longest in sub-status': { by: 'subStatusSinceDate', descending: false },
  'Latest activity': { by: 'lastActivityDate', descending: true },
  'Longest without activity': { by: 'lastActivityDate', descending: false },
} as const;
