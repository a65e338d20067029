import type * as z from 'zod/mini';

/** Returns a form's text values by field name. */
export function textsOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );
}

/** Returns the first error of each field, by field name. */
export function toFormErrors(issues: readonly z.core.$ZodIssue[] = []): Record<string, string> {
  return Object.fromEntries(
    issues.map((issue) => [issue.path.join('.'), issue.message]).toReversed(),
  );
}
