import { Field, type FieldProps, splitFieldProps } from './field.tsx';
import { PlainSelect, type PlainSelectProps } from './plain-select.tsx';

type SelectProps = FieldProps & Omit<PlainSelectProps, keyof FieldProps>;

/** A native `<select>` with label and messages. */
export function Select(props: SelectProps) {
  const [field, select] = splitFieldProps(props);
  return (
    <Field {...field}>
      {(control) => <PlainSelect {...select} {...control} name={field.name} />}
    </Field>
  );
}
