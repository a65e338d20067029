import { type ReactNode, useEffect } from 'react';

import { announce } from '#src/ui/elements/announcer.tsx';

import s from './field-messages.module.css';

/** A value to use instead of the one typed: `Use 50000`. */
export interface Suggestion {
  label: string;
  onUse: () => void;
}

/** The messages that every field can have. */
export interface MessageProps {
  /** One line of help. */
  hint?: ReactNode;
  /** The error, and what to do about it. */
  error?: string | undefined;
  /** A warning about a value that is accepted but looks odd. */
  warning?: string | undefined;
  /** The fixed value as a button; several if the person has to choose. */
  suggestion?: Suggestion | readonly Suggestion[] | undefined;
}

/**
 * Returns the attributes that link a control to its messages. Announces a new error while the
 * control has the focus.
 */
export function useFieldMessages(controlId: string, { hint, error, warning }: MessageProps) {
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
export function FieldMessages(props: MessageProps & { controlId: string }) {
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
