import { type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import type * as z from 'zod/mini';

import { ServiceError, type ServiceErrorCode } from '#src/api/service-error.ts';
import { quantity } from '#src/lib/numbers.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { useSecondsLeft } from '#src/ui/elements/seconds-left.ts';
import { Dialog } from '#src/ui/feedback/dialog.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';

import { useSubmission, type FormValidation } from './use-submission.ts';

import s from './short-form.module.css';

interface ShortFormProps<V> {
  form: TextForm<V>;
  submitLabel: string;
  /** The announcement to screen readers while the form is being submitted. */
  pendingText: string;
  /** The title of the notice about an error that belongs to no field. */
  failureTitle: string;
  /** Submits the values. An error that it throws is shown; one of the service at its fields. */
  onSubmit: (values: V) => Promise<unknown>;
  /** The control to type again after a rejection, because it was probably mistyped. */
  retyped?: string;
  /** The control whose attempts are counted: changing it ends the wait. */
  limitedBy?: string;
  /** Shows the form in a dialog. */
  dialog?: { title: string; onClose: () => void };
  /** Further buttons beside the submit button, on a page. */
  actions?: ReactNode;
  children: ReactNode;
}

/**
 * The shell of a form of one or two texts, on a page or in a dialog. It submits once at a time and
 * shows that it is submitting. Errors are shown at their fields, other errors above them; the first
 * invalid field takes the focus. After too many attempts it counts down to the next one.
 */
export function ShortForm<V>(props: ShortFormProps<V>) {
  const { dialog } = props;
  const formId = useId();
  const element = useRef<HTMLFormElement>(null);
  const { failure, wait, handleSubmit, ...submission } = useShortSubmission(props, element);
  const submit = (
    <Button
      type="submit"
      variant="main"
      form={formId}
      pending={submission.isSubmitting}
      pendingText={props.pendingText}
      aria-disabled={wait > 0}
    >
      {props.submitLabel}
    </Button>
  );
  const content = (
    <form
      id={formId}
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (wait === 0) void handleSubmit();
      }}
      onChange={({ target }) => {
        const isLimit = target instanceof HTMLInputElement && target.name === props.limitedBy;
        if (isLimit && wait > 0) submission.clearFailure();
      }}
    >
      {failure && <Failure {...failure} title={props.failureTitle} wait={wait} />}
      <div className={`${s.fields} stack`}>
        {props.children}
        {dialog === undefined && (
          <div className={`cluster ${s.actions}`}>
            {submit}
            {props.actions}
          </div>
        )}
      </div>
    </form>
  );
  if (dialog === undefined) return content;
  return (
    <Dialog
      {...dialog}
      actions={
        <>
          {submit}
          <Button onClick={dialog.onClose}>Cancel</Button>
        </>
      }
    >
      {content}
    </Dialog>
  );
}

/** Submits the texts of a form once at a time, and moves the focus to the first error. */
function useShortSubmission<V>(
  { form, retyped, onSubmit }: ShortFormProps<V>,
  element: RefObject<HTMLFormElement | null>,
) {
  const submission = useSubmission({
    controls: () => Object.keys(readTexts(element.current)).map((path) => ({ path })),
    validate: () => form.validate(readTexts(element.current)),
    setError: form.setError,
    onSubmit,
  });
  const handleSubmit = async () => {
    const errors = await submission.submit();
    const [first] = errors?.invalid ?? [];
    // After a 429 the text was not checked, so it stays as it is.
    const isRejected =
      errors?.failure !== undefined && limitTitle(errors.failure.error) === undefined;
    const path = first?.path ?? (isRejected ? retyped : undefined);
    if (path !== undefined) focusControl(element.current, path, path === retyped);
  };
  return { ...submission, wait: useRetryWait(submission.failure?.error), handleSubmit };
}

/**
 * Returns the texts of the controls, by name. They are read from the page, so that what a password
 * manager filled in counts.
 */
function readTexts(form: HTMLFormElement | null): Record<string, string> {
  const entries = form ? [...new FormData(form)] : [];
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

/** Puts the focus on a control, and selects its text if it is to be typed again. */
function focusControl(form: HTMLFormElement | null, name: string, shouldSelect: boolean): void {
  const control = form?.elements.namedItem(name);
  if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return;
  control.focus();
  if (shouldSelect) control.select();
}

interface FailureProps {
  title: string;
  /** The announcement to screen readers, once. The countdown is only visual. */
  message: string;
  error: unknown;
  /** In seconds. */
  wait: number;
}

/** Shows an error; for a limit, the time until a retry is allowed, and then that it is. */
function Failure({ title, message, error, wait }: FailureProps) {
  const limit = limitTitle(error);
  if (limit === undefined)
    return (
      <Notice tone="danger" title={title}>
        {message}
      </Notice>
    );
  // The notice has the same height in both states, so that nothing moves when the wait is over.
  if (wait === 0) return <Notice title={limit}>You can try again now.</Notice>;
  return (
    <Notice tone="warning" title={limit}>
      <span className="visually-hidden">{message}</span>
      <span aria-hidden>Try again in {durationText(wait)}.</span>
    </Notice>
  );
}

/** The error codes of the user's own limits, each with the title of its notice. */
const limitTitles: Partial<Record<ServiceErrorCode, string>> = {
  'too-many-requests': 'Too many requests',
  'too-many-failed-attempts': 'Too many failed attempts',
};

/** Returns the title of a limit, if the user made too many requests or failed attempts. */
function limitTitle(error: unknown): string | undefined {
  return error instanceof ServiceError ? limitTitles[error.code] : undefined;
}

/** Returns the seconds, counting down to 0, until the next request is allowed. */
function useRetryWait(error: unknown): number {
  const isLimited = error instanceof ServiceError && limitTitle(error) !== undefined;
  return useSecondsLeft(isLimited ? error.createdAt + (error.retryAfterMs ?? 0) : 0);
}

function durationText(seconds: number): string {
  const parts = [quantity(Math.floor(seconds / 60), 'minute'), quantity(seconds % 60, 'second')];
  return parts.filter((part) => !part.startsWith('0 ')).join(' ');
}

/** A control of a short form. Its path is its name. */
type TextControl = { readonly path: string };

/** The errors of a short form. The browser holds its texts. */
type TextForm<V> = ReturnType<typeof useTextForm<V>>;

/**
 * Returns a form for {@link ShortForm}, validated by the contract's schema. `fixed`: values that no
 * control has, such as the token of a link.
 */
export function useTextForm<V>(
  schema: z.ZodMiniType<V>,
  fixed: Readonly<Record<string, string>> = {},
) {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  return {
    /** Returns the name and the error of a control, to be passed to it. */
    control: (name: string) => ({ name, error: errors[name] }),
    /** Validates the texts of the controls, by name, and shows the errors found. */
    validate: (texts: Record<string, string>): FormValidation<V, TextControl> => {
      const result = schema.safeParse({ ...texts, ...fixed });
      const found = firstErrors(result.error?.issues);
      setErrors(found);
      if (result.success) return { values: result.data };
      return { invalid: Object.keys(found).map((path) => ({ path })) };
    },
    setError: ({ path }: TextControl, message: string) =>
      setErrors((others) => ({ ...others, [path]: message })),
  };
}

/** Returns the first error of each control, by path, in the order of the schema. */
function firstErrors(issues: readonly z.core.$ZodIssue[] = []): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[path.join('.')] ??= message;
  return errors;
}
