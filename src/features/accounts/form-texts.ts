import type * as z from 'zod/mini';

/** The texts of a form's fields by their names. */
export function textsOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );
}

/** The first error of each field, by its name. */
export function toFormErrors(issues: readonly z.core.$ZodIssue[] = []): Record<string, string> {
  return Object.fromEntries(
    issues.map((issue) => [issue.path.join('.'), issue.message]).toReversed(),
  );
}
