import { useState } from 'react';
import type * as z from 'zod/mini';

import type { FormValidation } from './use-submission.ts';

/** A control of a short form. Its path is its name. */
type TextControl = { readonly path: string };

/** The errors of a short form. The browser holds its texts. */
export type TextForm<V> = ReturnType<typeof useTextForm<V>>;

/**
 * Returns a form for {@link ShortForm}, validated by the contract's schema. `fixed` are values
 * besides those of the controls, such as the token of a link.
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
