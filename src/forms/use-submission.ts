import { useRef, useState } from 'react';

import { NotConfirmed, ServiceError } from '#src/api/service-error.ts';

/** The values of a valid form, or its invalid controls, which already show their errors. */
export type FormValidation<V, C> = { readonly values: V } | { readonly invalid: readonly C[] };

interface SubmissionOptions<V, C> {
  /** The controls to which the errors of the service belong, by path. */
  controls: () => readonly C[];
  validate: () => FormValidation<V, C> | Promise<FormValidation<V, C>>;
  /** Submits the values. It may throw: a server error, or an error of the portal. */
  onSubmit: (values: V) => Promise<unknown>;
  onSubmitted?: (values: V) => void;
  /** Shows an error of the service at a control. */
  setError: (control: C, message: string) => void;
}

/** The failure of a submission: the sentence about it, and the error itself. */
export interface SubmissionFailure {
  readonly message: string;
  readonly error: unknown;
}

/** The errors of a submission: controls with errors, or an error of no control. */
interface SubmissionErrors<C> {
  readonly invalid: readonly C[];
  readonly failure?: SubmissionFailure | undefined;
}

/**
 * Submits a form, once at a time: validates it, sends its values, and assigns what the service
 * rejects to the controls. Every form of the portal is submitted this way.
 */
export function useSubmission<V, C extends { readonly path: string }>(
  options: SubmissionOptions<V, C>,
) {
  const [isSubmitting, setSubmitting] = useState(false);
  const [failure, setFailure] = useState<SubmissionFailure>();
  const [last, setLast] = useState<{ attempt: number; invalid: readonly C[] }>({
    attempt: 0,
    invalid: [],
  });
  // A ref, because a second submit can come before the first one is rendered.
  const isRunning = useRef(false);

  const send = async (values: V): Promise<SubmissionErrors<C>> => {
    setSubmitting(true);
    try {
      await options.onSubmit(values);
      options.onSubmitted?.(values);
      return { invalid: [] };
    } catch (error) {
      // Who closed the question for the password can submit the form again.
      if (error instanceof NotConfirmed) return { invalid: [] };
      const { errors, rest } = readServerErrors(error, options.controls());
      for (const { control, message } of errors) options.setError(control, message);
      const invalid = errors.map(({ control }) => control);
      return rest === undefined ? { invalid } : { invalid, failure: { message: rest, error } };
    } finally {
      setSubmitting(false);
    }
  };

  /** Submits the form. Returns the errors; undefined while a submission is already running. */
  const submit = async () => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    setFailure(undefined);
    try {
      const result = await options.validate();
      const found: SubmissionErrors<C> = 'values' in result ? await send(result.values) : result;
      setFailure(found.failure);
      setLast(({ attempt }) => ({ attempt: attempt + 1, invalid: found.invalid }));
      return found;
    } finally {
      isRunning.current = false;
    }
  };

  return {
    isSubmitting,
    /** undefined if the last submission succeeded, or if its errors all belong to controls. */
    failure,
    /** The number of submissions so far, and the controls with errors at the last one. */
    ...last,
    clearFailure: () => setFailure(undefined),
    clearInvalid: () => setLast({ ...last, invalid: [] }),
    submit,
  };
}

/**
 * Converts what a submission threw to one error for each control it names, and the rest; undefined
 * if every error has a control. Anything but a server error is a bug in the portal: it is
 * reported, and the person gets a generic message.
 */
function readServerErrors<C extends { readonly path: string }>(
  error: unknown,
  controls: readonly C[],
) {
  if (!(error instanceof ServiceError)) {
    reportError(error);
    return {
      errors: [],
      rest: 'Something went wrong on this page, and nothing was sent. Try again.',
    };
  }
  const reported = Object.entries(error.fields);
  const errors = reported.flatMap(([path, message]) => {
    const control = controls.find((one) => one.path === path);
    return control ? [{ control, message }] : [];
  });
  const unassigned = reported.filter(([path]) => !controls.some((one) => one.path === path));
  if (reported.length > 0 && unassigned.length === 0) return { errors, rest: undefined };
  const details = unassigned.map(([path, message]) => `${path}: ${message}`);
  return { errors, rest: [error.message, ...details].join(' ') };
}
