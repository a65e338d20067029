import type { ComponentProps } from 'react';

import { Field, type FieldProps } from './field.tsx';

import s from './control.module.css';

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'className' | keyof FieldProps>;

/** A labelled textarea that grows with its text where the browser supports it. */
export function TextArea({
  label,
  id,
  name,
  optional,
  hint,
  error,
  warning,
  suggestion,
  ...area
}: TextAreaProps) {
  return (
    <Field {...{ label, id, name, optional, hint, error, warning, suggestion }}>
      {(control) => (
        <textarea
          rows={4}
          {...area}
          {...control}
          name={name}
          className={`${s.control} ${s.area}`}
        />
      )}
    </Field>
  );
}
