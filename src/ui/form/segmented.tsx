import { type ReactNode, useId } from 'react';

import s from './segmented.module.css';

interface SegmentedProps<Value extends string> {
  /** The accessible name of the choice. */
  label: string;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
}

/**
 * A segmented control for a choice of two to four options, applied at once. An option with an icon
 * shows only the icon; its label is for screen readers and the tooltip.
 */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, options, value, onChange } = props;
  const name = useId();
  return (
    <fieldset className={s.group}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={`${s.option} soft small`}
          title={option.icon ? option.label : undefined}
        >
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.icon}
          <span className={option.icon === undefined ? undefined : 'visually-hidden'}>
            {option.label}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
