import { type ReactNode, useEffect, useId } from 'react';

import { announce } from './announcer.tsx';

import s from './field.module.css';

/** What every field can say beside its control. */
export interface FieldProps {
  label: string;
  /** The control's id, where an error summary's link leads. Without it, the control's `name`. */
  id?: string | undefined;
  name?: string | undefined;
  /** Says "optional" beside the label. Fields are required unless they say so. */
  optional?: boolean | undefined;
  /** One line that helps to fill it in. */
  hint?: ReactNode;
  /** What is wrong, in words a person can act on. */
  error?: string | undefined;
  /** What looks odd but is accepted. */
  warning?: string | undefined;
  /** The fixed value, offered to be taken with one press; several where the person has to choose. */
  suggestion?: Suggestion | readonly Suggestion[] | undefined;
}

/** A value offered in place of the one typed: `Use 50000`. */
export interface Suggestion {
  label: string;
  onUse: () => void;
}

/** What a control inside a {@link Field} puts on its element. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** The control's id: the one given, else its name, so that `#phone` leads to the phone. */
export function useControlId(id: string | undefined, name: string | undefined): string {
  const fallback = useId();
  return id ?? name ?? fallback;
}

interface FieldShellProps extends FieldProps {
  children: (control: ControlProps) => ReactNode;
}

/** Label, control, then hint, warning or error, wired together for screen readers. */
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

/** The word that marks what may be left empty. */
export function OptionalMark() {
  return <span className={s.optional}>optional</span>;
}

type Messages = Pick<FieldProps, 'hint' | 'error' | 'warning' | 'suggestion'>;

/** Reads a new error out when the person is in the field, and gives the attributes that tie the messages to the control. */
export function useFieldMessages(
  controlId: string,
  { hint, error, warning }: Messages,
): ControlProps {
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

function messagesId(controlId: string): string {
  return `${controlId}-messages`;
}

/** The lines below a control. */
export function FieldMessages({
  controlId,
  hint,
  error,
  warning,
  suggestion,
}: Messages & { controlId: string }) {
  return (
    <>
      <div id={messagesId(controlId)}>
        {hint && <p className={s.hint}>{hint}</p>}
        {warning !== undefined && error === undefined && <p className={s.warning}>{warning}</p>}
        {error !== undefined && <p className={s.error}>{error}</p>}
      </div>
      {[suggestion ?? []].flat().map(({ label, onUse }) => (
        <button key={label} type="button" className={s.suggestion} onClick={onUse}>
          {label}
        </button>
      ))}
    </>
  );
}
