import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

import type { Endpoint } from '#contract/endpoint.ts';

import { parse } from './parsing.ts';

/** How many unknown parameters are named, and how much of each name is compared and sent. */
const maxNamed = 10;
const maxNameLength = 40;

/**
 * Returns what parses the query of an endpoint’s requests. An unknown parameter is an error that
 * names the nearest one; the specified interface ignores it, and names it in a header
 * (decision 69).
 */
export function queryParser({
  path,
  query = z.object({}),
}: Endpoint): (request: FastifyRequest, reply: FastifyReply) => unknown {
  const known = Object.keys(query.shape);
  const isSpecified = path.startsWith('/api/v1/');
  const error = ({ path: [name] = [] }: { path?: PropertyKey[] | undefined }) =>
    `There’s no such parameter; ${known.length === 0 ? 'there are none here' : `the nearest is ${findNearest(String(name), known)}`}.`;
  const strict = z.catchall(
    query,
    z.custom(() => false, { error }),
  );
  return (request, reply) => {
    const { known: read = [], unknown: all = [] } = Object.groupBy(
      Object.entries<unknown>(Object(request.query)),
      ([name]) => (known.includes(name) ? 'known' : 'unknown'),
    );
    const unknown = all.slice(0, maxNamed);
    if (!isSpecified) return parse(strict, Object.fromEntries([...read, ...unknown]));
    if (unknown.length > 0) reply.header('ignored-parameters', listNames(unknown, known));
    return parse(query, request.query);
  };
}

/**
 * Returns names as a structured field (RFC 9651): a list of strings, each with the known name that
 * it was probably meant to be. Other characters than those of names become question marks.
 */
function listNames(unknown: readonly [string, unknown][], known: readonly string[]): string {
  const items = unknown.map(([name]) => {
    const shown = name.slice(0, maxNameLength).replaceAll(/[^\w.-]/g, '?');
    return known.length === 0 ? `"${shown}"` : `"${shown}";nearest="${findNearest(name, known)}"`;
  });
  return items.join(', ');
}

/** Returns the known name with the fewest letters to change, whatever their case. */
function findNearest(name: string, known: readonly string[]): string | undefined {
  const typed = name.slice(0, maxNameLength).toLowerCase();
  const distances = known.map((other) => [countEdits(typed, other.toLowerCase()), other] as const);
  return distances.toSorted(([one], [other]) => one - other)[0]?.[1];
}

/** Returns how many letters to replace, insert or delete to make one text another (Levenshtein). */
function countEdits(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [row, letter] of Array.from(from).entries()) {
    const edits = [row + 1];
    for (const [at, other] of Array.from(to).entries())
      edits.push(
        Math.min(
          (above[at] ?? 0) + (letter === other ? 0 : 1),
          (above[at + 1] ?? 0) + 1,
          (edits[at] ?? 0) + 1,
        ),
      );
    above = edits;
  }
  return above.at(-1) ?? 0;
}
