import CalendarIcon from 'lucide-react/icons/calendar';
import { useState, type ComponentProps, useRef } from 'react';

import { firstDay, pastDateRule } from '#contract/v1/rules/date-rule.ts';
import { dateOnly, localDay } from '#src/lib/days.ts';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';

import { textControl, type LeadTextName } from './lead-values.ts';
import { useLeadControl } from './use-lead-form.ts';
import { certainDay, possibleDays } from './written-days.ts';

import s from './date-field.module.css';

/** The age at which the calendar opens for a date of birth: that of many clients. */
const typicalAge = 40;

/**
 * A date, typed in any spelling or chosen from the browser's calendar. When the field is left, a
 * certain date is shown in words; of several possible ones the person chooses. Its value is
 * `YYYY-MM-DD`.
 */
export function DateField({ name }: { name: LeadTextName }) {
  const control = useLeadControl(textControl(name), formatTypedDate);
  /** The text as typed, until the field is left. */
  const [typed, setTyped] = useState<string>();
  const { input, shell, error, fix, isDirty, suggestion, replace, choose } = control;
  const days = error === undefined ? [] : possibleDays(input.value);
  const certain = certainDay(input.value);
  const range = { min: firstDay, max: today() };
  const isRead = certain !== undefined && pastDateRule(input.value).error !== undefined;
  const shown = typed === input.value ? typed : formatTypedDate(input.value);
  const formatted = certain === undefined ? undefined : formatTypedDate(certain);
  const readBack = formatted === shown ? undefined : formatted;
  const convert = () => {
    setTyped(undefined);
    // What a record has in another spelling is not changed by passing through the field.
    if (isRead && (isDirty || error !== undefined)) replace(certain);
  };
  const suggestions = isRead ? [suggestion(certain)] : days.map((day) => suggestion(day));
  return (
    <Field
      {...shell}
      // An error says more than the hint does, so it replaces the hint.
      hint={error === undefined ? (readBack ?? example()) : undefined}
      error={days.length > 0 ? severalDays : error}
      suggestion={fix ?? (error === undefined ? [] : suggestions)}
    >
      {(attributes) => (
        <DateInput
          {...input}
          {...attributes}
          value={shown}
          onChange={(event) => {
            setTyped(event.target.value);
            input.onChange(event);
          }}
          label={shell.label}
          day={certain}
          range={range}
          openOn={name === 'dateOfBirth' ? yearsAgo(typicalAge) : undefined}
          onChoose={choose}
          {...control.converting(convert)}
        />
      )}
    </Field>
  );
}

const example = () => `For example ${dateOnly('1984-03-14')}`;
const severalDays = 'This could be more than one date. Choose the one that is meant.';

/**
 * Returns a valid date as the person reads and writes it, `14 March 1984`, and any other text
 * unchanged. A date that could not be edited in the words of the person's language stays as it is.
 */
function formatTypedDate(text: string): string {
  const result = pastDateRule(text);
  if (result.error !== undefined) return text;
  const formatted = dateOnly(result.value);
  return certainDay(formatted) === result.value ? formatted : text;
}

/** Returns today in the user's time zone. */
const today = () => localDay(new Date().toISOString(), 0);

/** Returns the first of July this many years ago: the middle of the year. */
const yearsAgo = (years: number): string => `${new Date().getFullYear() - years}-07-01`;

interface DateInputProps extends ComponentProps<typeof Input> {
  /** The field's label, for the accessible name of the button. */
  label: string;
  /** The day that the text means, and the days that can be chosen, as `YYYY-MM-DD`. */
  day: string | undefined;
  range: { readonly min: string; readonly max: string };
  /** Where the calendar opens if there is no day: where most days are. Today without it. */
  openOn?: string | undefined;
  onChoose: (day: string) => void;
}

/**
 * A text input for a date, with a button that opens the browser's calendar. Any text can be typed.
 */
function DateInput({ label, day, range, openOn, onChoose, ...input }: DateInputProps) {
  const calendar = useRef<HTMLInputElement>(null);

  function handleOpen(): void {
    if (!calendar.current) return;
    calendar.current.value = day ?? openOn ?? '';
    calendar.current.showPicker();
  }

  return (
    <div className={s.dateInput}>
      <Input spellCheck={false} autoComplete="off" {...input} />
      <input
        ref={calendar}
        type="date"
        className={s.calendar}
        aria-hidden
        tabIndex={-1}
        {...range}
        onChange={({ target }) => target.value !== '' && onChoose(target.value)}
      />
      <button
        type="button"
        className={`${s.opener} center soft`}
        aria-label={`${label}: choose from calendar`}
        title="Choose from calendar"
        // The input that loses the focus shows its messages only once the click is complete.
        onMouseDown={(event) => event.preventDefault()}
        onClick={handleOpen}
      >
        <CalendarIcon aria-hidden />
      </button>
    </div>
  );
}
