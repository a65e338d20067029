import { useEffect, useRef } from 'react';
import { useFormContext } from 'react-hook-form';

import type { LeadFormValues } from '#src/forms/lead-paths.ts';
import { noValue } from '#src/lib/numbers.ts';
import { Time } from '#src/ui/elements/time.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { RadioGroup } from '#src/ui/form/choice-group.tsx';

import type { FieldDifference } from './lead-conflict.ts';
import type { Edit } from './lead-save.ts';

import s from './lead.module.css';

/**
 * Says that someone else changed the same fields: their value, the user's value, and a choice
 * between the two.
 */
export function ConflictNotice({ theirs, differences }: NonNullable<Edit['conflict']>) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);

  return (
    <div ref={place} tabIndex={-1} className={s.conflict}>
      <Notice tone="warning" title="Someone else changed this lead. Nothing is saved yet.">
        <p>
          They saved it <Time value={theirs.record.updatedAt} />. Your work is safe: choose which
          values to keep, then save again.
        </p>
        <ul className={s.differences}>
          {differences.map((difference) => (
            <li key={difference.control.path}>
              <DifferenceRow difference={difference} />
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

function DifferenceRow({ difference }: { difference: FieldDifference }) {
  const { control, before, theirs, yours } = difference;
  const { watch, setValue } = useFormContext<LeadFormValues>();
  const now = watch(control.path);

  if (yours === undefined)
    return (
      <p>
        {control.label}: they changed {reported(before)} to {reported(theirs)}. You didn’t change
        it, so their value stays.
      </p>
    );
  return (
    <RadioGroup
      label={`${control.label} (was ${reported(before)})`}
      name={`stays-${control.path}`}
      options={[
        { value: theirs, label: `Keep their value: ${reported(theirs)}` },
        { value: yours, label: `Use my value: ${reported(yours)}` },
      ]}
      chosen={[now]}
      onChange={(event) =>
        setValue(control.path, event.target.value, { shouldDirty: true, shouldValidate: true })
      }
    />
  );
}

function reported(text: string): string {
  return text === '' ? noValue : text;
}
