import type { ReactNode } from 'react';

import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { EmptyState } from '#src/ui/feedback/states.tsx';

interface NoRowsProps {
  /** The singular of what is listed: "lead". */
  noun: string;
  page: number;
  /** Whether a search or filter is active. */
  isNarrowed: boolean;
  /** The URL of the first page of the same list. */
  firstPageTo: string;
  /** The URL of the list without search and filters. */
  allTo: string;
  /** What to show if there are no records at all. */
  children: ReactNode;
}

/** Says why a list is empty: the page is past its end, nothing matches, or there are no records. */
export function NoRows({ noun, page, isNarrowed, firstPageTo, allTo, children }: NoRowsProps) {
  if (page > 1)
    return (
      <EmptyState
        title={`There is no page ${page}`}
        action={<LinkButton to={firstPageTo}>Go to the first page</LinkButton>}
      >
        The list has fewer pages.
      </EmptyState>
    );
  if (!isNarrowed) return children;
  return (
    <EmptyState
      title={`No ${noun} matches`}
      action={<LinkButton to={allTo}>Clear filters</LinkButton>}
    >
      Try fewer words or remove a filter.
    </EmptyState>
  );
}
