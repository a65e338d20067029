import { type ReactNode, useEffect, useRef } from 'react';
import { get, useFormState, useWatch } from 'react-hook-form';

import type { LeadFieldName } from '#contract/v1/leads.ts';
import { leadControls, type LeadFormValues } from '#src/forms/lead-paths.ts';

import s from './collapsed-section.module.css';

interface CollapsedSectionProps {
  title: string;
  /** The section's fields, to count the filled ones and to open the section if one has an error. */
  names: readonly LeadFieldName[];
  children: ReactNode;
}

/**
 * A section that is closed until opened. It shows how many of its fields are filled, and opens if
 * one of them has an error.
 */
export function CollapsedSection({ title, names, children }: CollapsedSectionProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const { errors } = useFormState<LeadFormValues>();
  const isWrong = leadControls(names).some(({ path }) => get(errors, path) !== undefined);
  // Runs on each render, so that errors reported at a submission open the section. A section that
  // the user closed stays closed until then.
  useEffect(() => {
    if (isWrong && details.current) details.current.open = true;
  });

  return (
    <details ref={details} className={s.collapsed}>
      <summary className={s.summary}>
        <h2>{title}</h2>
        <FilledCount names={names} />
      </summary>
      <div className={s.content}>{children}</div>
    </details>
  );
}

function FilledCount({ names }: { names: readonly LeadFieldName[] }) {
  const values = useWatch<LeadFormValues>();
  const filled = names.filter((name) => isFilled(values[name])).length;
  return <span className={s.note}>{filled > 0 ? `${filled} filled in` : 'optional'}</span>;
}

function isFilled(value: string | Partial<Record<string, string>> | undefined): boolean {
  if (typeof value === 'object') return Object.values(value).some(isFilled);
  return value !== undefined && value.trim() !== '';
}
