import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';

import type { Endpoint } from '#contract/endpoint.ts';
import { ApiError } from '#server/errors/api-error.ts';

const maxJsonBytes = 1024 * 1024;

/**
 * Leaves JSON bodies as bytes until the handler calls {@link parseBody}: 404, 403 and 412 come
 * before 400, so a body is validated only once the record is known to be the caller’s.
 */
export function leaveBodiesUnparsed(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: maxJsonBytes },
    (_request, body, done) => done(null, body),
  );
}

/**
 * Returns the JSON body of a request, validated by its endpoint’s schema.
 * @throws ApiError 400 with every error at once, 415 when the body is not JSON.
 */
export function parseBody<S extends z.ZodMiniType>(
  endpoint: Endpoint & { readonly body: S },
  request: FastifyRequest,
): z.output<S> {
  return parse(endpoint.body, jsonOf(request));
}

/**
 * Returns an input parsed by a schema.
 * @throws ApiError 400 with every error at once.
 */
export function parse<S extends z.ZodMiniType>(schema: S, input: unknown): z.output<S> {
  // The input distinguishes “required” from “wrong”; it is never sent in a response.
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return result.data;
  throw rejection(result.error.issues);
}

function jsonOf(request: FastifyRequest): unknown {
  const { body } = request;
  if (!Buffer.isBuffer(body)) {
    if (request.headers['content-type'] === undefined)
      throw new ApiError(
        400,
        'malformed-request',
        'This needs a JSON body, with the header Content-Type: application/json.',
      );
    throw new ApiError(
      415,
      'unsupported-body-type',
      'Send the body as JSON, with the header Content-Type: application/json.',
    );
  }
  if (body.length === 0)
    throw new ApiError(400, 'malformed-request', 'The body is empty; this needs a JSON body.');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (error) {
    throw new ApiError(
      400,
      'malformed-request',
      error instanceof SyntaxError
        ? 'The body is not valid JSON.'
        : 'The body is not valid UTF-8 text.',
    );
  }
}

type Issue = z.core.$ZodIssue;

function rejection(issues: readonly Issue[]): ApiError {
  const fields = toFieldErrors(issues);
  const paths = Object.keys(fields);
  const [first = ''] = paths;
  if (first === '')
    return new ApiError(
      400,
      'malformed-request',
      issues[0] ? sentence(issues[0]) : 'The request could not be understood.',
    );
  const error =
    paths.length === 1
      ? `${first}: ${fields[first]}`
      : `${paths.length} fields need attention: ${paths.join(', ')}.`;
  return new ApiError(400, 'invalid-fields', error, { fields });
}

/**
 * Returns each error’s sentence by its path (`businessAddress.city`). The paths of a record’s
 * fields omit the envelope’s `fields.`. An unknown key is an error of its own. The path `''` is
 * the whole input.
 */
export function toFieldErrors(issues: readonly Issue[]): Record<string, string> {
  const errors = issues.flatMap((issue): [string, string][] => {
    const paths =
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => [...issue.path, key])
        : [issue.path];
    return paths.map((path) => [pathOf(path), sentence(issue)]);
  });
  // Only the first error of a field. A null prototype, because a path is the caller’s text.
  return errors.reduce<Record<string, string>>((all, [path, error]) => {
    all[path] ??= error;
    return all;
  }, Object.create(null));
}

function pathOf(path: readonly PropertyKey[]): string {
  const inner = path[0] === 'fields' && path.length > 1 ? path.slice(1) : path;
  return inner.map(String).join('.');
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
