import type { ReactNode } from 'react';

import { LinkButton } from './link-button.tsx';
import { EmptyState } from './states.tsx';

interface NoRowsProps {
  /** "lead": what there is none of. */
  noun: string;
  page: number;
  /** Whether anything is searched or filtered. */
  isNarrowed: boolean;
  /** Where the same list begins. */
  firstPageTo: string;
  /** Where the whole list is. */
  allTo: string;
  /** What is said where there is none at all. */
  children: ReactNode;
}

/** Why a list shows nothing: this page lies past its end, nothing matches, or there is nothing at all. */
export function NoRows({ noun, page, isNarrowed, firstPageTo, allTo, children }: NoRowsProps) {
  if (page > 1)
    return (
      <EmptyState
        title={`There is no page ${page}`}
        action={<LinkButton to={firstPageTo}>Go to the first page</LinkButton>}
      >
        The list ends before it.
      </EmptyState>
    );
  if (!isNarrowed) return children;
  return (
    <EmptyState
      title={`No ${noun} matches`}
      action={<LinkButton to={allTo}>Clear filters</LinkButton>}
    >
      Try fewer words, or take a filter back.
    </EmptyState>
  );
}
