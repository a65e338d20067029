import { type ComponentProps, useId, useState } from 'react';

import { maxDaysAgo } from '#contract/v1/list-parameters.ts';
import type { FilterTexts } from '#src/api/records/list/list-search.ts';
import { PlainSelect } from '#src/ui/form/select.tsx';
import { Input } from '#src/ui/form/text-input.tsx';

import { type PeriodName, periodTexts, type PeriodValue, readPeriod } from './period.ts';

import s from './filter-panel.module.css';

/** The name of each time, and what can be chosen of it. */
const words: Record<PeriodName, { label: string; kinds: Record<PeriodValue['kind'], string> }> = {
  status: {
    label: 'Time in status',
    kinds: {
      '': 'Any',
      within: 'At most … days',
      before: 'More than … days',
      between: 'Entered between',
    },
  },
  created: { label: 'Created', kinds: kindsOfTime() },
  updated: { label: 'Updated', kinds: kindsOfTime() },
};

function kindsOfTime(): Record<PeriodValue['kind'], string> {
  return {
    '': 'Any time',
    within: 'In the last … days',
    before: 'More than … days ago',
    between: 'Between dates',
  };
}

interface PeriodFieldsProps {
  period: PeriodName;
  texts: FilterTexts;
  onChange: (changes: FilterTexts) => void;
}

/** The filter by a time: in days before now, or between two dates. It applies once it is whole. */
export function PeriodFields({ period, texts, onChange }: PeriodFieldsProps) {
  const id = useId();
  const { label, kinds } = words[period];
  // What is not whole yet is not in the address.
  const [value, setValue] = useState(() =>
    readPeriod(String(texts[`${period}Since`] ?? ''), String(texts[`${period}Before`] ?? '')),
  );
  const change = (changes: Partial<PeriodValue>) => {
    const next = { ...value, ...changes };
    setValue(next);
    onChange(periodTexts(period, next));
  };
  const isReversed = value.from !== '' && value.to !== '' && value.from > value.to;
  const day = (name: 'from' | 'to', text: string) => (
    <Input
      type="date"
      aria-label={`${label}: ${name}`}
      aria-invalid={isReversed || undefined}
      aria-describedby={isReversed ? `${id}-error` : undefined}
      value={text}
      onChange={({ target }) => change({ [name]: target.value })}
    />
  );
  return (
    <div className={s.period}>
      <label htmlFor={id}>{label}</label>
      <PlainSelect
        id={id}
        options={Object.entries(kinds).map(([kind, text]) => ({ value: kind, label: text }))}
        value={value.kind}
        onChange={({ target }) => {
          const kind = (['within', 'before', 'between'] as const).find(
            (one) => one === target.value,
          );
          change({ kind: kind ?? '' });
        }}
      />
      {(value.kind === 'within' || value.kind === 'before') && (
        <DaysField
          label={label}
          value={value.days}
          onChange={({ target }) => change({ days: target.value })}
        />
      )}
      {value.kind === 'between' && (
        <span className={s.days}>
          {day('from', value.from)} to {day('to', value.to)}
        </span>
      )}
      {isReversed && value.kind === 'between' && (
        <p id={`${id}-error`} className={s.error} role="alert">
          The last day is before the first day.
        </p>
      )}
    </div>
  );
}

function DaysField({ label, ...input }: ComponentProps<typeof Input> & { label: string }) {
  return (
    <span className={s.days}>
      <Input {...input} type="number" aria-label={`${label}: days`} min={1} max={maxDaysAgo} />
      days
    </span>
  );
}
