/**
 * The errors in the server's response to a submission: one for each control it names, and the rest.
 */
export interface ServerErrors<C> {
  readonly errors: readonly { control: C; message: string }[];
  /** The message without a control; undefined if every error has a control. */
  readonly rest: string | undefined;
}

/**
 * Converts what a submission threw. Anything but a server error is a bug in the portal: it is
 * reported, and the person gets a generic message.
 */
export function readServerErrors<C extends { readonly path: string }>(
  error: unknown,
  controls: readonly C[],
): ServerErrors<C> {
  if (!(error instanceof Error) || !('status' in error)) {
    reportError(error);
    return {
      errors: [],
      rest: 'Something went wrong on this page, and nothing was sent. Try again.',
    };
  }
  const reported = Object.entries(readFields(error));
  const errors = reported.flatMap(([path, message]) => {
    const control = controls.find((one) => one.path === path);
    return control ? [{ control, message }] : [];
  });
  const unassigned = reported.filter(([path]) => !controls.some((one) => one.path === path));
  if (reported.length > 0 && unassigned.length === 0) return { errors, rest: undefined };
  const details = unassigned.map(([path, message]) => `${path}: ${message}`);
  return { errors, rest: [error.message, ...details].join(' ') };
}

function readFields(error: Error): Record<string, string> {
  const fields: unknown = 'fields' in error ? error.fields : undefined;
  if (typeof fields !== 'object' || fields === null) return {};
  return Object.fromEntries(
    Object.entries(fields).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}
