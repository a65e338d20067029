import { useId } from 'react';

import { maxDaysAgo } from '#contract/v1/list-parameters.ts';
import { PlainSelect } from '#src/ui/form/select.tsx';
import { Input } from '#src/ui/form/text-input.tsx';

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
  onChange: (value: PeriodValue) => void;
}

/** The inputs for a period: in days before now, or between two dates. */
export function PeriodFields({ period, value, onChange }: PeriodFieldsProps) {
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
        <div className={s.row}>
          <Input
            type="date"
            aria-label={`${label}: first day`}
            max={value.to || undefined}
            value={value.from}
            onChange={({ target }) => onChange({ ...value, from: target.value })}
          />
          <span>to</span>
          <Input
            type="date"
            aria-label={`${label}: last day`}
            min={value.from || undefined}
            value={value.to}
            onChange={({ target }) => onChange({ ...value, to: target.value })}
          />
        </div>
      )}
    </fieldset>
  );
}
