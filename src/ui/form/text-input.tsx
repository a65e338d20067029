import type { ComponentProps, ReactNode } from 'react';

import { Field, type FieldProps } from './field.tsx';

import s from './control.module.css';

type TextInputProps = FieldProps &
  Omit<ComponentProps<'input'>, 'className' | keyof FieldProps> & {
    /** A small button at the right end of the input. */
    action?: ReactNode;
  };

/**
 * A labelled single-line input. Accepts all props of `<input>`, such as react-hook-form's
 * `register(…)`.
 */
export function TextInput({
  label,
  id,
  name,
  optional,
  hint,
  error,
  warning,
  suggestion,
  action,
  ...input
}: TextInputProps) {
  return (
    <Field {...{ label, id, name, optional, hint, error, warning, suggestion }}>
      {(control) => (
        <div className={s.inputShell}>
          <Input {...input} {...control} name={name} />
          {action}
        </div>
      )}
    </Field>
  );
}

/** A single-line input without label or messages, for use inside other controls. */
export function Input(props: Omit<ComponentProps<'input'>, 'className'>) {
  return <input type="text" {...props} className={s.control} />;
}
