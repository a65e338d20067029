import type { ReactNode } from 'react';

import { leadFields } from '#contract/v1/leads.ts';
import { firstDay, pastDateRule } from '#contract/v1/rules/date-rule.ts';
import { dateOnly } from '#src/lib/dates.ts';
import { today } from '#src/ui/calendar/calendar-days.ts';
import { DateInput } from '#src/ui/calendar/date-input.tsx';
import { Field } from '#src/ui/form/field.tsx';

import { textControl, type LeadTextName } from './lead-paths.ts';
import { certainDay, possibleDays } from './texts/written-days.ts';
import { useLeadControl } from './use-lead-control.ts';

interface DateFieldProps {
  name: LeadTextName;
  label?: string | undefined;
  hint?: ReactNode;
}

/** Where the calendar opens for a date of birth: the age of many clients. */
const usualAge = 40;

/**
 * A date, typed in any spelling or chosen from a calendar. When the field is left, a certain date
 * is visibly written as `YYYY-MM-DD`; of several possible ones the person chooses.
 */
export function DateField({ name, label = leadFields[name].label, hint }: DateFieldProps) {
  const control = useLeadControl(textControl(name));
  const { input, error, fix, isDirty, suggestion, replace, choose } = control;
  const days = error === undefined ? [] : possibleDays(input.value);
  const certain = certainDay(input.value);
  const range = { min: firstDay, max: today() };
  const isRead = certain !== undefined && pastDateRule(input.value).error !== undefined;
  const convert = () => {
    // What a record has in another spelling is not changed by passing through the field.
    if (isRead && (isDirty || error !== undefined)) replace(certain);
  };
  const suggestions = isRead
    ? [suggestion(certain)]
    : days.map((day) => suggestion(day, `Use ${dateOnly(day)}`));
  return (
    <Field
      label={label}
      name={name}
      optional={!leadFields[name].required}
      // An error says more than the hint does, so it replaces the hint.
      hint={error === undefined ? (readBack(input.value) ?? hint ?? example) : undefined}
      error={days.length > 0 ? severalDays : error}
      suggestion={fix ?? (error === undefined ? [] : suggestions)}
    >
      {(attributes) => (
        <DateInput
          {...input}
          {...attributes}
          label={label}
          day={certain}
          range={range}
          openOn={name === 'dateOfBirth' ? yearsAgo(usualAge) : undefined}
          onChoose={choose}
          onBlur={() => {
            convert();
            input.onBlur();
          }}
          // Enter submits the form without a `blur` event.
          onKeyDown={(event) => {
            if (event.key === 'Enter') convert();
          }}
        />
      )}
    </Field>
  );
}

const example = 'For example 14 March 1984 or 1984-03-14';
const severalDays = 'This could be more than one date. Choose the one that is meant.';

/** Returns a valid date in words, and nothing for any other text. */
function readBack(text: string): string | undefined {
  const result = text.trim() === '' ? undefined : pastDateRule(text);
  return result?.error === undefined && result ? dateOnly(result.value) : undefined;
}

/** Returns the first of July this many years ago: the middle of the year. */
function yearsAgo(years: number): string {
  return `${Number(today().slice(0, 4)) - years}-07-01`;
}
