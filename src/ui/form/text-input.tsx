import type { ComponentProps } from 'react';

import { Field, type FieldProps, splitFieldProps } from './field.tsx';
import { Input } from './input.tsx';

type TextInputProps = FieldProps & Omit<ComponentProps<'input'>, 'className' | keyof FieldProps>;

/**
 * A labelled single-line input. Accepts all props of `<input>`, such as react-hook-form's
 * `register(…)`.
 */
export function TextInput(props: TextInputProps) {
  const [field, input] = splitFieldProps(props);
  return (
    <Field {...field}>{(control) => <Input {...input} {...control} name={field.name} />}</Field>
  );
}
