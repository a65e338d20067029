import { type ReactNode, useState } from 'react';

import { Detail, DetailList } from './details.tsx';
import { MoreButton } from './more-button.tsx';

interface FoldedDetailsProps {
  /** Labels and values in order; what has no value is `null`. */
  details: readonly {
    readonly label: string;
    readonly value: ReactNode;
    /** In place of a dash, why there is no value. */
    readonly empty?: string | undefined;
  }[];
  /** Further {@link Detail}s, always in sight. */
  children?: ReactNode;
}

/** Labels and values, of which those without a value are one press away. */
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
