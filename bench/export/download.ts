import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { get } from 'node:http';
import { finished } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';

import type { RecordsExport } from '#contract/portal/exports.ts';

/** A service, and the headers of a person signed in there. */
export interface Reader {
  readonly service: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** One download of an export. */
export interface Download {
  /** From the request to its first byte, in milliseconds. */
  readonly firstByteMs: number;
  /** From the request to its last byte, in seconds. */
  readonly seconds: number;
  readonly bytes: number;
}

/** How a file is read: as fast as possible and whole, unless this says otherwise. */
interface Reading {
  /** Where the file is written; it is not written by default. */
  readonly file?: string;
  readonly bytesPerSecond?: number;
  /** The client disconnects after so many bytes, or so many seconds. */
  readonly maxBytes?: number;
  readonly maxSeconds?: number;
}

/** Prepares an export of all leads that a query of the list finds. */
export async function prepareExport(
  { service, headers }: Reader,
  query = '',
): Promise<RecordsExport> {
  const response = await fetch(`${service}/portal/exports`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', origin: service },
    body: JSON.stringify({ list: 'leads', query }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`The export was not prepared: ${response.status} ${text}`);
  return JSON.parse(text) as RecordsExport;
}

/** Returns how far an export has been sent. */
export async function readExport({ service, headers }: Reader, id: string): Promise<RecordsExport> {
  const response = await fetch(`${service}/portal/exports/${id}`, { headers });
  return (await response.json()) as RecordsExport;
}

/** Downloads the file of an export. */
export async function download(
  { service, headers }: Reader,
  id: string,
  { file, bytesPerSecond, maxBytes = Infinity, maxSeconds = Infinity }: Reading = {},
): Promise<Download> {
  const sink = file === undefined ? undefined : createWriteStream(file);
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  let firstByteMs = 0;
  let bytes = 0;
  const response = await responseOf(`${service}/portal/exports/${id}/file`, headers);
  for await (const chunk of response) {
    if (firstByteMs === 0) firstByteMs = performance.now() - began;
    bytes += (chunk as Buffer).length;
    if (sink && !sink.write(chunk)) await once(sink, 'drain');
    // Leaving the loop closes the connection.
    if (bytes >= maxBytes || seconds() >= maxSeconds) break;
    if (bytesPerSecond) await wait(Math.max(0, (bytes / bytesPerSecond - seconds()) * 1000));
  }
  const took = seconds();
  if (sink) await finished(sink.end());
  return { firstByteMs, seconds: took, bytes };
}

async function responseOf(url: string, headers: Readonly<Record<string, string>>) {
  const { promise, resolve, reject } = Promise.withResolvers<NodeJS.ReadableStream>();
  get(url, { headers, agent: false }, (response) => {
    if (response.statusCode === 200) resolve(response);
    else reject(new Error(`The file could not be downloaded: ${response.statusCode}`));
  }).once('error', reject);
  return promise;
}
