import { Field, type FieldProps } from './field.tsx';
import { PlainSelect, type PlainSelectProps } from './plain-select.tsx';

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
