import { buffer } from 'node:stream/consumers';

import { malformed } from '#server/errors/api-error.ts';
import type { FileStore } from '#server/files/file-store.ts';

/** A part of a multipart body, and where its content is: in bytes, the end exclusive. */
interface FormPart {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Far more than ten files have, each with its type and name. */
const maxParts = 100;
const maxHeadBytes = 16 * 1024;

const brokenForm = malformed(
  `The multipart body is broken, has no parts or more than ${maxParts}, or could be read in several ways.`,
);

/**
 * Returns the parts of a stored multipart body. Stricter than RFC 7578, because another reader
 * must not find a file in what is no part here, or whole what is two parts here.
 * @throws ApiError 400 for a body that readers could understand differently
 */
export async function findFormParts(
  files: FileStore,
  id: string,
  contentType: string,
): Promise<FormPart[]> {
  const boundary = readBoundary(contentType);
  const { found, size } = await findDelimiters(await files.read(id), boundary);
  const parts: FormPart[] = [];
  for (const [index, delimiter] of found.entries()) {
    const start = delimiter + boundary.length + 2;
    const next = found[index + 1];
    const range = { start, end: Math.min(start + maxHeadBytes, next ?? size) };
    const head = await buffer(await files.read(id, range));
    if (next !== undefined) parts.push(readHead(head, start, next - 2));
    else if (range.end < size || !/^--\s*$/.test(head.toString('latin1'))) throw brokenForm;
  }
  if (parts.length === 0) throw brokenForm;
  return parts;
}

/** Returns the boundary. Of several, or of unusual characters, readers take different ones. */
function readBoundary(contentType: string): string {
  const parameters = contentType.split(';').filter((text) => /boundary/i.test(text));
  const found = /^\s*boundary=("?)([\w'+.=-]{1,70})\1\s*$/i.exec(parameters.join(';'))?.[2];
  if (found === undefined) throw brokenForm;
  return found;
}

/** Returns where the delimiters are, each at the beginning of a line, and the size of the body. */
async function findDelimiters(body: AsyncIterable<Buffer>, boundary: string) {
  const delimiter = Buffer.from(`--${boundary}`);
  const found: number[] = [];
  let size = 0;
  // Always begins with the two bytes before those that are searched.
  let window = Buffer.from('\r\n');
  for await (const chunk of body) {
    size += chunk.length;
    window = Buffer.concat([window, chunk]);
    let at = window.indexOf(delimiter, 2);
    for (; at !== -1; at = window.indexOf(delimiter, at + 1)) {
      const isLine = window.toString('latin1', at - 2, at) === '\r\n';
      if (!isLine || found.length > maxParts) throw brokenForm;
      found.push(size - window.length + at);
    }
    window = window.subarray(-delimiter.length - 1);
  }
  if (found[0] !== 0) throw brokenForm;
  return { found, size };
}

/** Reads the headers of a part. Content that is encoded, or has parts itself, is rejected. */
function readHead(bytes: Buffer, offset: number, end: number): FormPart {
  const text = bytes.toString('latin1');
  const head = /^\r\n(?:[\w-]+:[^\r\n\0]*\r\n)*\r\n/.exec(text)?.[0];
  const nested =
    /^content-(?:transfer-encoding:(?!\s*(?:7bit|8bit|binary)\s*$)|type:\s*multipart)/im;
  if (head === undefined || offset + head.length > end || nested.test(head)) throw brokenForm;
  const headers = bytes.toString('utf8', 0, head.length);
  const name = /[;\s]name="([^"]*)"/i.exec(headers)?.[1] ?? '';
  return { name, start: offset + head.length, end };
}
