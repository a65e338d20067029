import { useState } from 'react';

import { type FoundColumn, requiredMissing } from '#src/bulk-upload/columns/template-columns.ts';
import { MoreButton } from '#src/ui/elements/more-button.tsx';

import { alsoFilled, targetLabel, targetNames } from './column-targets.ts';

import s from './columns-section.module.css';

/** The most missing columns named in full at once: about a line. */
const maxNames = 8;

/** Names the template columns that the file lacks: the required ones first, and all of them. */
export function MissingColumns({ found }: { found: readonly FoundColumn[] }) {
  const [isAll, setAll] = useState(false);
  const required = requiredMissing(found);
  const joined = found.flatMap(({ difference, column }) =>
    difference === 'joined' && column !== null ? [column] : [],
  );
  const filledToo = new Set(joined.flatMap(alsoFilled));
  const optional = found.flatMap(({ difference, column }) =>
    difference === 'missing' &&
    column !== null &&
    !required.includes(column) &&
    !filledToo.has(column)
      ? [column]
      : [],
  );
  const names = targetNames(optional);
  const isLong = names.length > maxNames;
  return (
    <>
      {required.length > 0 && (
        <p className={s.required}>
          <strong>{`Missing and required: ${required.map(targetLabel).join(', ')}`}</strong>
        </p>
      )}
      {names.length > 0 && (
        <div className={s.missing}>
          <p data-short={(isLong && !isAll) || undefined}>
            Missing and left empty: {names.join(', ')}.
          </p>
          {isLong && (
            <MoreButton isOpen={isAll} onToggle={() => setAll(!isAll)}>
              {isAll ? 'Show fewer missing columns' : `Show all ${optional.length} missing columns`}
            </MoreButton>
          )}
        </div>
      )}
    </>
  );
}
