import { type ReactNode, useState, type MouseEvent } from 'react';
import {
  FormProvider,
  get,
  useFormState,
  type FieldError,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form';

import { Button } from '#src/ui/elements/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { FormFooter } from '#src/ui/form/form-footer.tsx';

import { LeaveGuard } from './leave-guard.tsx';
import { useSubmission, type FormValidation } from './use-submission.ts';

import s from './form-shell.module.css';

/** A control that can have an error; its path is also its id. */
interface FormControl<V extends FieldValues> {
  readonly path: FieldPath<V>;
  readonly label: string;
}

interface FormShellProps<V extends FieldValues> {
  form: UseFormReturn<V>;
  /** The accessible name of the form. */
  label: string;
  /**
   * The controls in the order of the form. The error summary lists their errors, and errors in the
   * server's response are matched to them.
   */
  controls: readonly FormControl<V>[];
  submitLabel: string;
  /** The announcement to screen readers while the form is being submitted. */
  pendingText: string;
  /** The loss by leaving the changed form. */
  loss: string;
  /** Whether leaving would lose something, for a form that saves itself. Default: it is changed. */
  isAtRisk?: boolean;
  /**
   * Submits the values. An error it throws is shown; a server error with its message and at its
   * fields.
   */
  onSubmit: (values: V) => Promise<unknown>;
  /** Further errors on the page, to correct before the form is submitted. */
  otherErrors?: readonly SummaryError[];
  /** Further content below the title of the failure notice. */
  failureDetails?: ReactNode;
  /** Further buttons beside the submit button, such as Cancel. */
  actions?: ReactNode;
  /** A short note at the right of the footer. */
  note?: ReactNode;
  children: ReactNode;
}

/**
 * The shell of a form of many fields: error summary, fields and footer. It submits once at a time
 * and shows that it is submitting. It shows all errors together, its own and the server's, with
 * links to their fields. It keeps what was typed, and asks before a changed form is left. A form of
 * one or two texts is a {@link ShortForm}.
 */
export function FormShell<V extends FieldValues>(props: FormShellProps<V>) {
  const { form, loss } = props;
  const { isDirty } = useFormState({ control: form.control });
  const { submission, summary } = useFormSubmission(props);
  const { failure, isSubmitting } = submission;

  return (
    <FormProvider {...form}>
      <form
        noValidate
        aria-label={props.label}
        onSubmit={(event) => {
          event.preventDefault();
          void submission.submit();
        }}
      >
        <ErrorSummary {...summary} />
        {props.children}
        <FormFooter note={props.note}>
          {failure !== undefined && (
            <div className={s.failure}>
              <Notice tone="danger" title={failure.message}>
                {props.failureDetails}
              </Notice>
            </div>
          )}
          <Button
            type="submit"
            variant="main"
            pending={isSubmitting}
            pendingText={props.pendingText}
          >
            {props.submitLabel}
          </Button>
          {props.actions}
        </FormFooter>
      </form>
      <LeaveGuard when={props.isAtRisk ?? isDirty} loss={loss} />
    </FormProvider>
  );
}

/** Returns the form's submission, and its errors for the summary. */
function useFormSubmission<V extends FieldValues>(props: FormShellProps<V>) {
  const { form, controls, onSubmit, otherErrors = [] } = props;
  const { errors } = useFormState({ control: form.control });
  /** Whether the last submission was stopped by other errors that are not all corrected yet. */
  const [isStopped, setStopped] = useState(false);
  if (isStopped && otherErrors.length === 0) setStopped(false);
  const submission = useSubmission<V, FormControl<V>>({
    controls: () => controls,
    validate: async () => {
      let result: FormValidation<V, FormControl<V>> = { invalid: [] };
      await form.handleSubmit(
        (values) => {
          result = { values };
        },
        (found) => {
          result = { invalid: controls.filter(({ path }) => get(found, path)) };
        },
      )();
      setStopped(otherErrors.length > 0);
      if (otherErrors.length > 0 && 'values' in result) return { invalid: [] };
      return result;
    },
    onSubmit,
    onSubmitted: (values) => form.reset(values),
    setError: ({ path }, message) => form.setError(path, { type: 'service', message }),
  });

  const summaryErrors = submission.invalid.flatMap(({ path, label }) => {
    const message = messageAt(errors, path);
    return message === undefined ? [] : [{ fieldId: path, text: `${label}: ${message}` }];
  });
  // Once all errors are fixed the summary is closed. An error found later, while typing, must not
  // bring the summary and the focus back.
  if (submission.invalid.length > 0 && summaryErrors.length === 0) submission.clearInvalid();

  const shown = isStopped ? [...summaryErrors, ...otherErrors] : summaryErrors;
  return { submission, summary: { errors: shown, attempt: submission.attempt } };
}

function messageAt<V extends FieldValues>(errors: FieldErrors<V>, path: string) {
  const error: FieldError | undefined = get(errors, path);
  return error?.message;
}

/** One error: the id of its control, and a sentence that starts with the field's label. */
export interface SummaryError {
  fieldId: string;
  text: string;
}

interface ErrorSummaryProps {
  errors: readonly SummaryError[];
  /** The number of submissions so far. Each new one moves the focus to the summary. */
  attempt: number;
}

/**
 * Lists the errors of a submission, each as a link to its field. Takes the focus so that screen
 * readers read it out. Renders nothing without errors.
 */
export function ErrorSummary({ errors, attempt }: ErrorSummaryProps) {
  if (errors.length === 0) return null;

  return (
    <div key={attempt} ref={takeFocus} className={s.summary} role="alert" tabIndex={-1}>
      <h2>
        {errors.length === 1
          ? 'There is 1 thing to correct'
          : `There are ${errors.length} things to correct`}
      </h2>
      <ul>
        {errors.map((error) => (
          <li key={error.fieldId}>
            <a href={`#${error.fieldId}`} onClick={(event) => goToField(event, error.fieldId)}>
              {error.text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Focuses the summary. Runs once per attempt, because the `key` remounts the element. */
function takeFocus(box: HTMLElement | null): void {
  box?.focus();
}

/** Focuses the field without writing its id into the URL. */
function goToField(event: MouseEvent, id: string): void {
  const control = document.getElementById(id);
  if (control === null) return;
  event.preventDefault();
  const section = control.closest('details');
  if (section !== null) section.open = true;
  control.focus({ preventScroll: true });
  control.scrollIntoView({ block: 'center' });
}
