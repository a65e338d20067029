import { type ReactNode, useState } from 'react';

import { MoreButton } from '#src/ui/elements/more-button.tsx';

import { Detail, DetailList } from './details.tsx';

interface FoldedDetailsProps {
  /** Labels and values in order; an empty value is `null`. */
  details: readonly {
    readonly label: string;
    readonly value: ReactNode;
    /** Why there is no value, shown in place of a dash. */
    readonly empty?: string | undefined;
  }[];
  /** Further {@link Detail}s that are always visible. */
  children?: ReactNode;
}

/** A list of labels and values with a button that shows the empty ones. */
export function FoldedDetails({ details, children }: FoldedDetailsProps) {
  const [isAll, setAll] = useState(false);
  const full = details.filter(({ value }) => value !== null);
  const empty = details.length - full.length;
  const shown = isAll ? details : full;
  return (
    <>
      {(shown.length > 0 || children !== undefined) && (
        <DetailList>
          {shown.map(({ label, value, empty: why }) => (
            <Detail key={label} label={label}>
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
