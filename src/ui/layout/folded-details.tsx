import { type ReactNode, useState } from 'react';

import { MoreButton } from '#src/ui/elements/more-button.tsx';

import { Detail, DetailList } from './details.tsx';

interface FoldedDetailsProps {
  /** Labels and values in order; an empty value is `null`. */
  details: readonly {
    readonly label: string;
    readonly value: ReactNode;
    /** Whether to mark the value as updated. */
    readonly isMarked?: boolean | undefined;
    /** Why there is no value, shown in place of a dash. */
    readonly empty?: string | undefined;
  }[];
  /** Further {@link Detail}s that are always visible. */
  children?: ReactNode;
  /**
   * Whether to show the empty ones, where one control of the page decides it. Default: a button of
   * the list decides it.
   */
  areEmptyShown?: boolean | undefined;
}

/** A list of labels and values that shows the empty ones on request. */
export function FoldedDetails({ details, children, areEmptyShown }: FoldedDetailsProps) {
  const [isOpen, setOpen] = useState(false);
  const isAll = areEmptyShown ?? isOpen;
  // A value that is emptied while it is on screen leaves its row there, so that none moves.
  const full = details.flatMap(({ label, value }) => (value === null ? [] : label));
  const [seen, setSeen] = useState<ReadonlySet<string>>(() => new Set(full));
  if (full.some((label) => !seen.has(label))) setSeen(new Set([...seen, ...full]));
  const folded = details.filter(({ label }) => seen.has(label));
  const empty = details.length - folded.length;
  const shown = isAll ? details : folded;
  if (areEmptyShown === false && shown.length === 0 && children === undefined)
    return <p className="soft">Nothing filled in</p>;
  return (
    <>
      {(shown.length > 0 || children !== undefined) && (
        <DetailList>
          {shown.map(({ label, value, isMarked, empty: why }) => (
            <Detail key={label} label={label} isMarked={isMarked}>
              {value ?? (why && <span className="soft">{why}</span>)}
            </Detail>
          ))}
          {children}
        </DetailList>
      )}
      {empty > 0 && areEmptyShown === undefined && (
        <MoreButton isOpen={isAll} onToggle={() => setOpen(!isAll)}>
          {isAll ? 'Hide' : 'Show'} {empty} empty {empty === 1 ? 'field' : 'fields'}
        </MoreButton>
      )}
    </>
  );
}
