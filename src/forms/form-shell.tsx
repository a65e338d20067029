import { type ReactNode, useRef, useState } from 'react';
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
import { ErrorSummary } from '#src/ui/form/error-summary.tsx';
import { FormFooter } from '#src/ui/form/form-layout.tsx';

import { LeaveGuard } from './leave-guard.tsx';
import { readServerErrors } from './server-errors.ts';

import s from './form-shell.module.css';

/** A control that can have an error; its path is also its id. */
interface FormControl<V extends FieldValues> {
  readonly path: FieldPath<V>;
  readonly label: string;
}

/** The controls with errors at the last attempt to submit. */
interface Reported<V extends FieldValues> {
  readonly attempt: number;
  readonly controls: readonly FormControl<V>[];
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
  /** What is announced to screen readers while the form is being submitted. */
  pendingText: string;
  /** What would be lost by leaving the changed form. */
  loss: string;
  /**
   * Submits the values. An error it throws is shown; a server error with its message and at its
   * fields.
   */
  onSubmit: (values: V) => Promise<unknown>;
  /** Further content below the title of the failure notice. */
  failureDetails?: ReactNode;
  /** Further buttons beside the submit button, such as Cancel. */
  actions?: ReactNode;
  /** A short note at the right of the footer. */
  note?: ReactNode;
  children: ReactNode;
}

/**
 * The shell of every form: error summary, fields and footer. It submits once at a time and shows
 * that it is submitting. It shows all errors together, its own and the server's, with links to
 * their fields. It keeps what was typed, and asks before a changed form is left.
 */
export function FormShell<V extends FieldValues>(props: FormShellProps<V>) {
  const { form, loss } = props;
  const { isDirty, isSubmitting } = useFormState({ control: form.control });
  const { failure, summary, handleSubmit } = useSubmission(props);

  return (
    <FormProvider {...form}>
      <form
        noValidate
        aria-label={props.label}
        onSubmit={(event) => {
          event.preventDefault();
          void handleSubmit();
        }}
      >
        <ErrorSummary {...summary} />
        {props.children}
        <FormFooter note={props.note}>
          {failure !== undefined && (
            <div className={s.failure}>
              <Notice tone="danger" title={failure}>
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
      <LeaveGuard when={isDirty} loss={loss} />
    </FormProvider>
  );
}

/** Returns the submit handler, the failure message and the errors for the summary. */
function useSubmission<V extends FieldValues>({ form, controls, onSubmit }: FormShellProps<V>) {
  const { errors } = useFormState({ control: form.control });
  const [failure, setFailure] = useState<string>();
  const [reported, setReported] = useState<Reported<V>>({ attempt: 0, controls: [] });
  const isRunning = useRef(false);

  /** Submits the values. Returns the controls for which the server reports an error. */
  const send = async (values: V): Promise<readonly FormControl<V>[]> => {
    try {
      await onSubmit(values);
      form.reset(values);
      return [];
    } catch (error) {
      const rejection = readServerErrors(error, controls);
      for (const { control, message } of rejection.errors)
        form.setError(control.path, { type: 'service', message });
      setFailure(rejection.rest);
      return rejection.errors.map(({ control }) => control);
    }
  };

  const handleSubmit = async () => {
    // A ref, because a second submit can come before the first one is rendered.
    if (isRunning.current) return;
    isRunning.current = true;
    setFailure(undefined);
    let wrong: readonly FormControl<V>[] = [];
    await form.handleSubmit(
      async (values) => {
        wrong = await send(values);
      },
      (found) => {
        wrong = controls.filter(({ path }) => get(found, path));
      },
    )();
    isRunning.current = false;
    // Set last: by now react-hook-form has published the errors that the summary reads.
    setReported(({ attempt }) => ({ attempt: attempt + 1, controls: wrong }));
  };

  const summaryErrors = reported.controls.flatMap(({ path, label }) => {
    const message = messageAt(errors, path);
    return message === undefined ? [] : [{ fieldId: path, text: `${label}: ${message}` }];
  });
  // Once all errors are fixed the summary is closed. An error found later, while typing, must not
  // bring the summary and the focus back.
  if (reported.controls.length > 0 && summaryErrors.length === 0)
    setReported({ ...reported, controls: [] });

  return { failure, summary: { errors: summaryErrors, attempt: reported.attempt }, handleSubmit };
}

function messageAt<V extends FieldValues>(
  errors: FieldErrors<V>,
  path: string,
): string | undefined {
  const error: FieldError | undefined = get(errors, path);
  return error?.message;
}
