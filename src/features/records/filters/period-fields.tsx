import { type ComponentProps, useId, useState } from 'react';

import { maxDaysAgo } from '#contract/v1/list-parameters.ts';
import { firstDay } from '#contract/v1/rules/date-rule.ts';
import { dateOnly } from '#src/lib/days.ts';
import { certainDayOfAnyTime, possibleDays } from '#src/lib/values/written-days.ts';
import { today } from '#src/ui/calendar/calendar-days.ts';
import { DateInput } from '#src/ui/calendar/date-input.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { PlainSelect } from '#src/ui/form/plain-select.tsx';

import type { PeriodName, PeriodValue } from './period.ts';

import s from './more-filters.module.css';

/** The name of each time, and what can be chosen of it. */
const words: Record<PeriodName, { label: string; empty: string; within: string; before: string }> =
  {
    created: {
      label: 'Created',
      empty: 'At any time',
      within: 'In the last … days',
      before: 'More than … days ago',
    },
    updated: {
      label: 'Last changed',
      empty: 'At any time',
      within: 'In the last … days',
      before: 'More than … days ago',
    },
    status: {
      label: 'In its status',
      empty: 'For any time',
      within: 'For at most … days',
      before: 'For more than … days',
    },
  };

interface PeriodFieldsProps {
  period: PeriodName;
  value: PeriodValue;
  /** Whether a date has to be entered before the filter can be applied. */
  isMissing: boolean;
  onChange: (value: PeriodValue) => void;
}

/** The inputs for a period: in days before now, or between two dates. */
export function PeriodFields({ period, value, isMissing, onChange }: PeriodFieldsProps) {
  const id = useId();
  const { label, empty, within, before } = words[period];
  const kinds = [
    { value: 'within', label: within },
    { value: 'before', label: before },
    { value: 'between', label: period === 'status' ? 'Since between dates' : 'Between dates' },
  ] as const;
  return (
    <fieldset className={s.group}>
      <legend>{label}</legend>
      <PlainSelect
        aria-label={label}
        empty={empty}
        options={kinds}
        value={value.kind}
        onChange={({ target }) =>
          onChange({
            ...value,
            kind: kinds.find((kind) => kind.value === target.value)?.value ?? '',
          })
        }
      />
      {(value.kind === 'within' || value.kind === 'before') && (
        <div className={s.row}>
          <Input
            type="number"
            id={id}
            min={1}
            max={maxDaysAgo}
            required
            value={value.days}
            onChange={({ target }) => onChange({ ...value, days: target.value })}
          />
          <label htmlFor={id}>days</label>
        </div>
      )}
      {value.kind === 'between' && (
        <div className={s.days}>
          <span>From</span>
          <DayField
            label={`${label}: first day`}
            data-first-of={period}
            aria-invalid={isMissing || undefined}
            aria-describedby={isMissing ? `${id}-error` : undefined}
            value={value.from}
            max={value.to}
            onChange={(from) => onChange({ ...value, from })}
          />
          <span>To</span>
          <DayField
            label={`${label}: last day`}
            value={value.to}
            min={value.from}
            onChange={(to) => onChange({ ...value, to })}
          />
          {isMissing && (
            <p id={`${id}-error`} className={s.error} role="alert">
              Enter the first day, the last day, or both.
            </p>
          )}
        </div>
      )}
    </fieldset>
  );
}

interface DayFieldProps extends Pick<ComponentProps<'input'>, 'aria-invalid' | 'aria-describedby'> {
  /** Marks the first field of a period. */
  'data-first-of'?: PeriodName;
  label: string;
  /** The day, or an empty text for none. */
  value: string;
  /** The other end of the period, or an empty text for none. */
  min?: string;
  max?: string;
  onChange: (value: string) => void;
}

/** The first or last day of a period, typed in any spelling or chosen from a calendar. */
function DayField({ label, value, min = '', max = '', onChange, ...aria }: DayFieldProps) {
  const [typed, setTyped] = useState(value);
  const day = certainDayOfAnyTime(typed);
  // A day that was changed by its calendar replaces what was typed.
  const text = (day ?? '') === value ? typed : value;
  const write = () => setTyped(value === '' ? text : value);
  return (
    <DateInput
      {...aria}
      label={label}
      aria-label={label}
      placeholder="Any date"
      ref={(input) => input?.setCustomValidity(findProblem(text, min, max))}
      value={text}
      day={day}
      range={{ min: min || firstDay, max: max || yearEnd() }}
      onChoose={(chosen) => {
        setTyped(chosen);
        onChange(chosen);
      }}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(certainDayOfAnyTime(target.value) ?? '');
      }}
      onBlur={write}
    />
  );
}

/** Returns the last day of next year: a period can end in the future. */
function yearEnd(): string {
  return `${Number(today().slice(0, 4)) + 1}-12-31`;
}

/** Returns why a text can't be the day of a period; an empty text if it can. */
function findProblem(text: string, min: string, max: string): string {
  if (text.trim() === '') return '';
  const day = certainDayOfAnyTime(text);
  const days = possibleDays(text).map((one) => dateOnly(one));
  if (days.length > 1) return `This could be ${days.join(' or ')}. Write the month as a word.`;
  if (day === undefined) return 'Enter a date, for example 20 November 2026.';
  const isOrdered = (min === '' || day >= min) && (max === '' || day <= max);
  return isOrdered ? '' : 'The last day is before the first day.';
}
