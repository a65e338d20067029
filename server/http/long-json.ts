import { Readable } from 'node:stream';

import type { FastifyReply } from 'fastify';

import { type Client, inPieces, minChunkLength, yieldToEventLoop, Turn } from './event-loop.ts';

/** A response whose lists may still be loading. */
export type LongResponse<Body> = {
  readonly [Name in keyof Body]:
    | Body[Name]
    | (Body[Name] extends readonly (infer Item)[] ? AsyncIterable<Item> : never);
};

/**
 * Sends a JSON object whose lists can be long: item by item, taking turns with other requests. The
 * whole text is never in memory, and no other request has to wait for it.
 */
export function sendLongJson<Body extends object>(reply: FastifyReply, fields: LongResponse<Body>) {
  return reply
    .type('application/json; charset=utf-8')
    .send(Readable.from(inPieces(objectParts(fields, reply.raw))));
}

/** How a list is written. */
interface ListOptions<Item> {
  /** Returns the form of an item in the response; by default, the item. */
  readonly present?: (item: Item) => unknown;
  /** Returns the JSON of a few items as it is sent. */
  readonly finish?: (json: string) => string;
  readonly client?: Client;
  readonly turn?: Turn;
}

/**
 * Returns a list as JSON, written item by item, taking turns with other requests: a page of a
 * hundred records can have megabytes. It is whole, so that an item that is not valid is still an
 * error; once the client has disconnected, the rest is missing.
 */
export async function writeJsonList<Item>(
  items: readonly Item[],
  {
    present = (item) => item,
    finish = (json) => json,
    client,
    turn = new Turn(),
  }: ListOptions<Item> = {},
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let text = '[';
  for (const [at, item] of items.entries()) {
    if (turn.isOver) await turn.next();
    if (client?.destroyed) break;
    if (at > 0) text += ',';
    text += JSON.stringify(present(item));
    if (text.length < minChunkLength) continue;
    pieces.push(Buffer.from(finish(text)));
    text = '';
  }
  pieces.push(Buffer.from(finish(`${text}]`)));
  return Buffer.concat(pieces);
}

async function* objectParts(fields: object, client: Client): AsyncGenerator<string> {
  let separator = '{';
  for (const [name, value] of Object.entries<unknown>({ ...fields })) {
    yield `${separator}${JSON.stringify(name)}:`;
    if (isList(value)) yield* listParts(value, client);
    else yield JSON.stringify(value);
    separator = ',';
  }
  yield '}';
}

async function* listParts(
  items: AsyncIterable<unknown> | Iterable<unknown>,
  client: Client,
): AsyncGenerator<string> {
  let separator = '[';
  for await (const item of yieldToEventLoop(items, client)) {
    yield separator + JSON.stringify(item);
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

function isList(value: unknown): value is AsyncIterable<unknown> | Iterable<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    (Symbol.asyncIterator in value || Symbol.iterator in value)
  );
}
