import { Field, type FieldProps, splitFieldProps } from './field.tsx';
import { NativeSelect, type NativeSelectProps } from './native-select.tsx';

type SelectProps = FieldProps & Omit<NativeSelectProps, keyof FieldProps>;

/** A native `<select>` with label and messages. */
export function Select(props: SelectProps) {
  const [field, select] = splitFieldProps(props);
  return (
    <Field {...field}>
      {(control) => <NativeSelect {...select} {...control} name={field.name} />}
    </Field>
  );
}
