/** What the service said against a submission: an error for each control it names, and what concerns the whole. */
export interface ServerErrors<C> {
  readonly errors: readonly { control: C; message: string }[];
  /** What stands at no field; undefined when every error found its control. */
  readonly rest: string | undefined;
}

/** Reads what a submission threw. An error that is not the service's is a defect of ours: it is reported, and the person gets a plain sentence. */
export function readServerErrors<C extends { readonly path: string; readonly label: string }>(
  error: unknown,
  controls: readonly C[],
): ServerErrors<C> {
  if (!(error instanceof Error) || !('status' in error)) {
    reportError(error);
    return {
      errors: [],
      rest: 'Something went wrong in this page, and nothing was sent. Try again.',
    };
  }
  const said = Object.entries(fieldsOf(error));
  const errors = said.flatMap(([path, message]) => {
    const control = controls.find((one) => one.path === path);
    return control ? [{ control, message }] : [];
  });
  const homeless = said.filter(([path]) => !controls.some((one) => one.path === path));
  if (said.length > 0 && homeless.length === 0) return { errors, rest: undefined };
  const details = homeless.map(([path, message]) => `${path}: ${message}`);
  return { errors, rest: [error.message, ...details].join(' ') };
}

function fieldsOf(error: Error): Record<string, string> {
  const fields: unknown = 'fields' in error ? error.fields : undefined;
  if (typeof fields !== 'object' || fields === null) return {};
  return Object.fromEntries(
    Object.entries(fields).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}
