import type { ComponentProps } from 'react';

import { Field, type FieldProps, splitFieldProps } from './field.tsx';
import { Input } from './plain-controls.tsx';

import s from './control.module.css';

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

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'className' | keyof FieldProps>;

/** A labelled textarea that grows with its text where the browser supports it. */
export function TextArea(props: TextAreaProps) {
  const [field, area] = splitFieldProps(props);
  return (
    <Field {...field}>
      {(control) => (
        <textarea
          rows={4}
          {...area}
          {...control}
          name={field.name}
          className={`${s.control} ${s.area}`}
        />
      )}
    </Field>
  );
}
