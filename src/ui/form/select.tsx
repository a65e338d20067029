import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';

import { Field, type FieldProps } from './field.tsx';

import s from './control.module.css';

/** An option: its value alone, or a value with a different label. */
export type Option = string | { readonly value: string; readonly label: string };

interface PlainSelectProps extends Omit<ComponentProps<'select'>, 'className' | 'children'> {
  options: readonly Option[];
  /** The label of the empty option; without it there is no empty option. */
  empty?: string | undefined;
}

/** A native `<select>` without label or messages, for use inside other controls. */
export function PlainSelect({ options, empty, ...props }: PlainSelectProps) {
  return (
    <span className={s.selectShell}>
      <select {...props} className={`${s.control} ${s.select}`}>
        {empty !== undefined && <option value="">{empty}</option>}
        {options.map((option) => {
          const { value, label } =
            typeof option === 'string' ? { value: option, label: option } : option;
          return (
            <option key={value} value={value}>
              {label}
            </option>
          );
        })}
      </select>
      <ChevronDown aria-hidden />
    </span>
  );
}

type SelectProps = FieldProps & Omit<PlainSelectProps, keyof FieldProps>;

/** A native `<select>` with label and messages. */
export function Select({
  label,
  id,
  name,
  optional,
  hint,
  error,
  warning,
  suggestion,
  ...select
}: SelectProps) {
  return (
    <Field {...{ label, id, name, optional, hint, error, warning, suggestion }}>
      {(control) => <PlainSelect {...select} {...control} name={name} />}
    </Field>
  );
}
