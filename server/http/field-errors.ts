import type * as z from 'zod/mini';

import { ApiError, malformed } from '#server/errors/api-error.ts';

type Issue = z.core.$ZodIssue;

/** How much of the errors a response names: the number of fields, and the length of the texts. */
const limits = { errors: 100, length: 16_000, pathLength: 60, inSentence: 20 };

/**
 * Returns the error for an input that its schema rejected: a sentence for each field, at most
 * `maxErrors` of them, and how many more there are.
 */
export function rejection(issues: readonly Issue[], maxErrors = limits.errors): ApiError {
  const errors = firstIssues(issues);
  const [[path, issue] = ['', undefined]] = errors;
  if (path === '' || !issue)
    return malformed(issue ? sentence(issue) : 'The request could not be understood.');
  const fields = toFieldErrors([...errors].slice(0, maxErrors));
  const error =
    errors.size === 1
      ? `${path}: ${sentence(issue)}`
      : `${errors.size.toLocaleString('en')} fields need attention: ${listed(Object.keys(fields), errors.size)}.`;
  return new ApiError('invalid-fields', error, { fields });
}

/** Returns the first names of many, and how many more there are. */
function listed(names: readonly string[], count: number): string {
  const first = names.slice(0, limits.inSentence);
  const more = count - first.length;
  return `${first.join(', ')}${more > 0 ? `, and ${more.toLocaleString('en')} more` : ''}`;
}

/** Returns each error’s sentence by its path, as many as a response has room for. */
function toFieldErrors(errors: readonly (readonly [string, Issue])[]): Record<string, string> {
  // A null prototype, because a path is the caller’s text.
  const fields: Record<string, string> = Object.create(null);
  let length = 0;
  for (const [path, issue] of errors) {
    const text = sentence(issue);
    length += JSON.stringify(path).length + text.length;
    if (length > limits.length) break;
    fields[path] = text;
  }
  return fields;
}

/**
 * Returns the first issue of each path (`businessAddress.city`). The paths of a record’s fields
 * omit the envelope’s `fields.`. An unknown key is an error of its own. The path `''` is the whole
 * input.
 */
function firstIssues(issues: readonly Issue[]): Map<string, Issue> {
  const errors = new Map<string, Issue>();
  for (const issue of issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [key]) : [[]];
    for (const key of keys) {
      const path = joinPath([...issue.path, ...key]);
      if (!errors.has(path)) errors.set(path, issue);
    }
  }
  return errors;
}

function joinPath(path: readonly PropertyKey[]): string {
  const inner = path[0] === 'fields' && path.length > 1 ? path.slice(1) : path;
  const text = inner.map(String).join('.');
  return text.length > limits.pathLength
    ? `${text.slice(0, limits.pathLength).toWellFormed()}…`
    : text;
}

/** Returns the contract’s own sentence, or a general one where a schema has none. */
function sentence(issue: Issue): string {
  if (issue.message !== 'Invalid input') return issue.message;
  if (issue.code === 'unrecognized_keys') return 'This field doesn’t exist.';
  if (issue.code === 'invalid_type')
    return issue.input === undefined
      ? 'This is required.'
      : `This must be ${named(issue.expected)}.`;
  if (issue.code === 'invalid_value') return `Use one of: ${issue.values.join(', ')}.`;
  if (issue.code === 'too_big') return `This can have at most ${issue.maximum}.`;
  if (issue.code === 'too_small') return `This needs at least ${issue.minimum}.`;
  return 'This is not valid.';
}

function named(type: string): string {
  return (
    { string: 'text', object: 'an object', array: 'a list', boolean: 'true or false' }[type] ??
    `a ${type}`
  );
}
