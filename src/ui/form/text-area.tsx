import type { ComponentProps } from 'react';

import { Field, type FieldProps, splitFieldProps } from './field.tsx';

import s from './control.module.css';

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
