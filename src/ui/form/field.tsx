import { type ReactNode, useEffect, useId, type ComponentProps } from 'react';

import { announce } from '#src/ui/elements/announcer.tsx';

import { Input, PlainSelect, type PlainSelectProps } from './plain-controls.tsx';

import controlStyles from './control.module.css';
import s from './field.module.css';

/** The label and messages that every field can have. */
export interface FieldProps {
  label: string;
  /** The control's id, the target of the error summary's link. Default: the `name`. */
  id?: string | undefined;
  name?: string | undefined;
  /** Shows "optional" beside the label. Fields are required by default. */
  optional?: boolean | undefined;
  /** One line of help. */
  hint?: ReactNode;
  /** The error, and what to do about it. */
  error?: string | undefined;
  /** A warning about a value that is accepted but looks odd. */
  warning?: string | undefined;
  /** The fixed value as a button; several if the person has to choose. */
  suggestion?: Suggestion | readonly Suggestion[] | undefined;
}

/** A value to use instead of the one typed: `Use 50000`. */
export interface Suggestion {
  label: string;
  onUse: () => void;
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

export function OptionalMark() {
  return <span className="soft small">optional</span>;
}

type Messages = Pick<FieldProps, 'hint' | 'error' | 'warning' | 'suggestion'>;

/**
 * Returns the attributes that link a control to its messages. Announces a new error while the
 * control has the focus.
 */
export function useFieldMessages(controlId: string, { hint, error, warning }: Messages) {
  useEffect(() => {
    if (error !== undefined && document.activeElement?.id === controlId) announce(error);
  }, [controlId, error]);
  const hasMessage = Boolean(hint) || Boolean(error) || Boolean(warning);
  return {
    id: controlId,
    'aria-describedby': hasMessage ? messagesId(controlId) : undefined,
    'aria-invalid': error === undefined ? undefined : true,
  };
}

const messagesId = (controlId: string): string => `${controlId}-messages`;

/** The hint, warning or error and the suggestions below a control. */
export function FieldMessages(props: Messages & { controlId: string }) {
  const { controlId, hint, error, warning, suggestion } = props;
  return (
    <>
      <div id={messagesId(controlId)} className={`${s.messages} small wrap-anywhere`}>
        {hint && <p className="soft">{hint}</p>}
        {warning !== undefined && error === undefined && <p className="warning">{warning}</p>}
        {error !== undefined && <p className="danger">{error}</p>}
      </div>
      {[suggestion ?? []].flat().map(({ label, onUse }) => (
        <button key={label} type="button" className={s.suggestion} onClick={onUse}>
          {label}
        </button>
      ))}
    </>
  );
}

/** The column of a long form and its heading. */
export function FormColumn({ children }: { children: ReactNode }) {
  return <div className="measure">{children}</div>;
}

/** Fields in two columns, on a phone in one. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return <div className={`${s.grid} stack`}>{children}</div>;
}

/** A field across all columns of its {@link FieldGrid}. */
export function FullWidth({ children }: { children: ReactNode }) {
  return <div className={s.wide}>{children}</div>;
}

/** The buttons of a long form, sticky at the bottom of the window. `note`: at the right. */
export function FormFooter({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <div className={`${s.footer} cluster`}>
      {children}
      {note !== undefined && <span className={`${s.note} soft small`}>{note}</span>}
    </div>
  );
}

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
          className={`${controlStyles.control} ${controlStyles.area}`}
        />
      )}
    </Field>
  );
}

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
