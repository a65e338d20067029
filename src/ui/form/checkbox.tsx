import type { ComponentProps } from 'react';

import s from './choice-group.module.css';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'className' | 'type'> {
  label: string;
}

/** A single checkbox with its label beside it. */
export function Checkbox({ label, ...input }: CheckboxProps) {
  return (
    <label className={s.choice}>
      <input {...input} type="checkbox" />
      {label}
    </label>
  );
}
