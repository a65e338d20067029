import { type ReactNode, useId } from 'react';

import { FieldMessages, type MessageProps, useFieldMessages } from './field-messages.tsx';
import { OptionalMark } from './optional-mark.tsx';

import s from './field.module.css';

/** The label and messages that every field can have. */
export interface FieldProps extends MessageProps {
  label: string;
  /** The control's id, the target of the error summary's link. Default: the `name`. */
  id?: string | undefined;
  name?: string | undefined;
  /** Shows "optional" beside the label. Fields are required by default. */
  optional?: boolean | undefined;
}

/** The attributes that a {@link Field} gives its control. */
type ControlProps = ReturnType<typeof useFieldMessages>;

/**
 * Returns the control's id: `id`, or else `name`, so that `#phone` links to the phone field, or
 * else a generated id.
 */
export function useControlId(id: string | undefined, name: string | undefined): string {
  const fallback = useId();
  return id ?? name ?? fallback;
}

/** Returns the properties of the field, and those of its control. */
export function splitFieldProps<Props extends FieldProps>(props: Props) {
  const { label, id, name, optional, hint, error, warning, suggestion, ...control } = props;
  return [{ label, id, name, optional, hint, error, warning, suggestion }, control] as const;
}

interface FieldShellProps extends FieldProps {
  children: (control: ControlProps) => ReactNode;
}

/** A label, a control and its messages, linked for screen readers. */
export function Field({ label, id, name, optional, children, ...messages }: FieldShellProps) {
  const controlId = useControlId(id, name);
  const control = useFieldMessages(controlId, messages);
  return (
    <div className={s.field}>
      <label className={s.label} htmlFor={controlId}>
        {label} {optional && <OptionalMark />}
      </label>
      {children(control)}
      <FieldMessages controlId={controlId} {...messages} />
    </div>
  );
}
