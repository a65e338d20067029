import type { ComponentProps } from 'react';

import { Field, type FieldProps } from './field.tsx';
import { Input } from './input.tsx';

type TextInputProps = FieldProps & Omit<ComponentProps<'input'>, 'className' | keyof FieldProps>;

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
  ...input
}: TextInputProps) {
  return (
    <Field {...{ label, id, name, optional, hint, error, warning, suggestion }}>
      {(control) => <Input {...input} {...control} name={name} />}
    </Field>
  );
}
