import fc from 'fast-check';

import { anyMultipart } from '#server/testing/arbitrary/arbitrary-multipart.ts';
import {
  anyBody,
  anyHeaders,
  anyQuery,
  anySegment,
} from '#server/testing/arbitrary/arbitrary-requests.ts';
import type { HttpCall } from '#server/testing/http-calls.ts';
import { type Random, randomFrom } from '#server/testing/random.ts';

import type { EndpointCall } from './endpoint-calls.ts';

/** A malformed request: HTTP in form, or bytes for a connection of their own. */
export type MalformedRequest =
  | { readonly kind: 'call'; readonly call: HttpCall }
  | { readonly kind: 'bytes'; readonly bytes: Buffer };

/** Building a workbook takes as long as hundreds of other requests. */
const rarelyCalled = new Set(['downloadRejectedRowsWorkbook', 'downloadTemplateWorkbook']);

/**
 * Yields malformed requests to the endpoints of these calls without end: each seed has its own. The
 * parts are generated once, and combined differently for each request.
 */
export function* malformedRequests(
  calls: readonly EndpointCall[],
  seed: number,
  variety: number,
): Generator<MalformedRequest> {
  const random = randomFrom(seed);
  const drawn = <T>(values: fc.Arbitrary<T>) => fc.sample(values, { numRuns: variety, seed });
  const parts = {
    segments: drawn(anySegment),
    queries: drawn(anyQuery),
    headers: drawn(anyHeaders),
    bodies: drawn(anyBody),
    multiparts: drawn(anyMultipart('a'.repeat(24))),
  };
  const often = calls.filter(({ endpoint }) => !rarelyCalled.has(endpoint.id));
  const withBody = often.filter(({ body }) => body !== undefined);
  for (;;) {
    const choices = random.chance(0.5) ? withBody : random.chance(0.998) ? often : calls;
    const call = malformed(random.pick(choices), parts, random);
    yield random.chance(0.1)
      ? { kind: 'bytes', bytes: broken(call, random) }
      : { kind: 'call', call };
  }
}

interface Parts {
  readonly segments: readonly string[];
  readonly queries: readonly string[];
  readonly headers: readonly Readonly<Record<string, string>>[];
  readonly bodies: readonly Buffer[];
  readonly multiparts: readonly { readonly contentType: string; readonly body: Buffer }[];
}

function malformed(call: EndpointCall, parts: Parts, random: Random): HttpCall {
  const { endpoint } = call;
  const known = random.chance(0.7)
    ? call.path
    : endpoint.path.replace(':id', random.pick(parts.segments));
  const path = random.chance(0.3) ? `${known}?${random.pick(parts.queries)}` : known;
  const upload = random.pick(parts.multiparts);
  const isUpload = endpoint.bodyType === 'multipart' && random.chance(0.9);
  const headers = {
    'content-type': isUpload ? upload.contentType : 'application/json',
    ...(random.chance(0.3) && random.pick(parts.headers)),
    ...(random.chance(0.95)
      ? call.credentials
      : { authorization: 'Bearer ppk_x', cookie: 'portal-session=x' }),
  };
  if (endpoint.method === 'GET') return { method: 'GET', path, headers };
  const body = isUpload ? upload.body : bodyFor(call, parts, random);
  return { method: endpoint.method, path, headers, body };
}

/** Returns the accepted body with one value changed, or any body. */
function bodyFor({ endpoint, body }: EndpointCall, { bodies }: Parts, random: Random): Buffer {
  const any = random.pick(bodies);
  // Accepted, they would end the sessions of all other requests, or allow replacing their API key.
  const isPassword = ['setPassword', 'changePassword'].includes(endpoint.id);
  if (body === undefined || isPassword || random.chance(0.4)) return any;
  const text = JSON.stringify(body);
  const values = [...text.matchAll(/"(?:[^"\\]|\\.)*"(?!:)|\d+|true|false|null|[[{]/g)];
  if (values.length === 0) return any;
  const { index, 0: value } = random.pick(values);
  const other = random.pick([
    'null',
    '0',
    '-1e999',
    '""',
    '"\\u0000"',
    '[]',
    '{}',
    '[{}]',
    'true',
    any.toString(),
  ]);
  // A 0 of the token of a link that becomes 0 would use the link, which ends all sessions.
  if (other === value) return any;
  return Buffer.from(`${text.slice(0, index)}${other}${text.slice(index + value.length)}`);
}

/** Returns a request as bytes, with a few of them changed, left out or repeated. */
function broken({ method, path, headers = {}, body = '' }: HttpCall, random: Random): Buffer {
  const lines = Object.entries({
    host: 'x',
    ...headers,
    'content-length': Buffer.byteLength(body),
  });
  const head = [`${method} ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  const bytes = Buffer.concat([
    Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'),
    Buffer.from(body),
  ]);
  const at = random.int(0, bytes.length - 1);
  const rest = random.pick([at, at + 1, Math.max(0, at - random.int(0, 40)), bytes.length]);
  const added = Buffer.from(
    random.pick(['', '\0', '\r\n', ' ', 'Transfer-Encoding: chunked\r\n', 'é', ':']),
  );
  return Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(rest)]);
}
