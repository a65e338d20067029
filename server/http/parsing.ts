import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';

import { bodyLimits, type Endpoint } from '#contract/endpoint.ts';
import { ApiError, malformed } from '#server/errors/api-error.ts';

import { assertJsonLimits } from './json-limits.ts';

/** The error for a body that is not JSON. */
export const notJson = new ApiError(
  'unsupported-body-type',
  'Send the body as JSON, with the header Content-Type: application/json.',
);

/**
 * Leaves JSON bodies as bytes until the handler calls {@link parseBody}: 404, 403 and 412 come
 * before 400, so a body is validated only once the record is known to be the caller’s.
 */
export function leaveBodiesUnparsed(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
}

/**
 * Returns the JSON body of a request, validated by its endpoint’s schema.
 * @throws ApiError 400 with every error at once, 413 for too many values, 415 when the body is not
 * JSON.
 */
export function parseBody<S extends z.ZodMiniType>(
  endpoint: Endpoint & { readonly body: S },
  request: FastifyRequest,
): z.output<S> {
  return parse(endpoint.body, parseJson(request, bodyLimits(endpoint).values));
}

/**
 * Returns an input parsed by a schema.
 * @throws ApiError 400 with the first `maxErrors` errors at once.
 */
export function parse<S extends z.ZodMiniType>(
  schema: S,
  input: unknown,
  maxErrors?: number,
): z.output<S> {
  // The input distinguishes “required” from “wrong”; it is never sent in a response.
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return result.data;
  throw rejection(result.error.issues, maxErrors);
}

function parseJson(request: FastifyRequest, maxValues: number): unknown {
  const { body } = request;
  if (!Buffer.isBuffer(body)) {
    if (request.headers['content-type'] === undefined)
      throw malformed('This needs a JSON body, with the header Content-Type: application/json.');
    throw notJson;
  }
  if (body.length === 0) throw malformed('The body is empty; this needs a JSON body.');
  assertJsonLimits(body, maxValues);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (error) {
    throw malformed(
      error instanceof SyntaxError
        ? 'The body is not valid JSON.'
        : 'The body is not valid UTF-8 text.',
    );
  }
}

type Issue = z.core.$ZodIssue;

/** How much of the errors a response names: the number of fields, and the length of the texts. */
export const shownErrors = { errors: 100, length: 16_000, pathLength: 60, inSentence: 20 };

/**
 * Returns the error for an input that its schema rejected: a sentence for each field, at most
 * `maxErrors` of them, and how many more there are.
 */
function rejection(issues: readonly Issue[], maxErrors = shownErrors.errors): ApiError {
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
  const first = names.slice(0, shownErrors.inSentence);
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
    if (length > shownErrors.length) break;
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
  return text.length > shownErrors.pathLength
    ? `${text.slice(0, shownErrors.pathLength).toWellFormed()}…`
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
