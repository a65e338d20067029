import { type ReactNode, useState } from 'react';

import { Button } from '#src/ui/elements/button.tsx';

import { Detail, DetailList } from './details.tsx';

import s from './details.module.css';

interface CollapsedDetailsProps {
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
  /** Whether to show the empty ones: the control of {@link useEmptyFields} decides it. */
  areEmptyShown: boolean;
}

/**
 * Returns whether a page shows empty fields, and the one control for it; false if none is empty.
 */
export function useEmptyFields(isAnyEmpty: boolean) {
  const [areEmptyShown, setShown] = useState(false);
  const button = isAnyEmpty && (
    <span className={s.emptyFields}>
      <Button variant="plain" onClick={() => setShown(!areEmptyShown)}>
        {areEmptyShown ? 'Hide empty fields' : 'Show empty fields'}
      </Button>
    </span>
  );
  return { areEmptyShown, button };
}

/**
 * Returns whether a section is shown while the empty fields are not: it has a value, or had one
 * since the page is open, so that nothing moves when it is emptied.
 */
export function useFilledSection(isFilled: boolean): boolean {
  const [wasFilled, setWasFilled] = useState(isFilled);
  if (isFilled && !wasFilled) setWasFilled(true);
  return isFilled || wasFilled;
}

/** A list of labels and values that shows the empty ones on request, or that it has none. */
export function CollapsedDetails({ details, children, areEmptyShown }: CollapsedDetailsProps) {
  // A value that is emptied while it is on screen leaves its row there, so that none moves.
  const full = details.flatMap(({ label, value }) => (value === null ? [] : label));
  const [seen, setSeen] = useState<ReadonlySet<string>>(() => new Set(full));
  if (full.some((label) => !seen.has(label))) setSeen(new Set([...seen, ...full]));
  const shown = areEmptyShown ? details : details.filter(({ label }) => seen.has(label));
  if (shown.length === 0 && children === undefined)
    return <p className="soft">Nothing filled in</p>;
  return (
    <DetailList>
      {shown.map(({ label, value, isMarked, empty: why }) => (
        <Detail key={label} label={label} isMarked={isMarked}>
          {value ?? (why && <span className="soft">{why}</span>)}
        </Detail>
      ))}
      {children}
    </DetailList>
  );
}
