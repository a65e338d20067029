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
}

/** A list of labels and values with a button that shows the empty ones. */
export function FoldedDetails({ details, children }: FoldedDetailsProps) {
  const [isAll, setAll] = useState(false);
  // A value that is emptied while it is on screen leaves its row there, so that none moves.
  const full = details.flatMap(({ label, value }) => (value === null ? [] : label));
  const [seen, setSeen] = useState<ReadonlySet<string>>(() => new Set(full));
  if (full.some((label) => !seen.has(label))) setSeen(new Set([...seen, ...full]));
  const folded = details.filter(({ label }) => seen.has(label));
  const empty = details.length - folded.length;
  const shown = isAll ? details : folded;
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
      {empty > 0 && (
        <MoreButton isOpen={isAll} onToggle={() => setAll(!isAll)}>
          {isAll ? 'Hide' : 'Show'} {empty} empty {empty === 1 ? 'field' : 'fields'}
        </MoreButton>
      )}
    </>
  );
}
