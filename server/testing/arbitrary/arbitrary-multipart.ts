import fc, { type Arbitrary } from 'fast-check';

import { anyText } from './arbitrary-requests.ts';

/** A multipart body as bytes, and its Content-Type header. */
export interface Multipart {
  readonly contentType: string;
  readonly body: Buffer;
}

/** One part: its header lines and its content. */
interface Part {
  readonly head: string;
  readonly content: Buffer;
}

const text = (name: string, value: string): Part => ({
  head: `Content-Disposition: form-data; name="${name}"`,
  content: Buffer.from(value),
});

const file = (name: string, content: Buffer): Part => ({
  head: `Content-Disposition: form-data; name="${name}"; filename="a.csv"\r\nContent-Type: text/csv`,
  content,
});

/** Returns the parts of a valid upload of some files to a lead. */
function upload(leadId: string, files: number): Part[] {
  return [
    text('entityType', 'LEAD'),
    text('entityId', leadId),
    ...[...Array(files).keys()].flatMap((index) => [
      text(`attachments[${index}][type]`, 'Bank Statements'),
      text(`attachments[${index}][fileName]`, `statement ${index}.csv`),
      file(`attachments[${index}][file]`, Buffer.from('date,amount\n2026-01-05,120\n')),
    ]),
  ];
}

const partNames = fc.oneof(
  fc.constantFrom('entityType', 'entityId', 'attachments[0][file]', 'attachments[00][type]'),
  fc.constantFrom(
    'attachments[1][file]',
    'attachments[99999999999][file]',
    'attachments[-1][type]',
  ),
  fc.constantFrom(
    '[object Object]',
    'function Object() { [native code] }',
    'attachments',
    '',
    '../../etc/passwd',
    'x'.repeat(300),
  ),
  anyText,
);
const contents = fc.oneof(
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  fc
    .constantFrom('%PDF-1.7', 'PK\x03\x04', '\x89PNG\r\n\x1A\n', '<html>', '')
    .map((start) => Buffer.from(start, 'latin1')),
  anyText.map((value) => Buffer.from(value)),
);
const heads = fc.oneof(
  partNames.map((name) => `Content-Disposition: form-data; name="${name}"`),
  partNames.map((name) => `Content-Disposition: form-data; name="${name}"; filename="${name}"`),
  partNames.map((name) => `content-disposition: form-data; name=${name}; filename*=UTF-8''%zz`),
  fc.constantFrom(
    '',
    'Content-Disposition: attachment',
    'Content-Disposition: form-data',
    'Content-Disposition: form-data; name="entityId"\r\nContent-Transfer-Encoding: base64',
    'Content-Disposition: form-data; name="entityId"\r\nContent-Type: application/json',
    'Content-Disposition: form-data; name="attachments[0][file]"; filename="../../x.csv"',
    `X: ${'y'.repeat(20_000)}`,
  ),
  anyText,
);
const anyPart: Arbitrary<Part> = fc.record({ head: heads, content: contents });

/**
 * Changes a list of parts: removes one, repeats one, replaces one with another, or reverses the
 * order.
 */
const changes: Arbitrary<(parts: readonly Part[]) => Part[]> = fc.oneof(
  fc.nat(7).map((at) => (parts: readonly Part[]) => parts.filter((_, index) => index !== at)),
  fc.nat(7).map((at) => (parts: readonly Part[]) => [...parts, ...parts.slice(at, at + 1)]),
  fc.tuple(anyPart, fc.nat(7)).map(
    ([part, at]) =>
      (parts: readonly Part[]) =>
        parts.toSpliced(at, 1, part),
  ),
  fc.constant((parts: readonly Part[]) => parts.toReversed()),
);

/** A boundary as announced in the header, and as used in the body. */
const boundaries = fc.oneof(
  { weight: 9, arbitrary: fc.constant({ announced: 'b0undary', used: 'b0undary' }) },
  fc.record({
    announced: fc.constantFrom('', '"', 'b0undary', 'x'.repeat(100), '"b 0"'),
    used: fc.constantFrom('', '-', 'b0undary', 'b 0', 'x'.repeat(100)),
  }),
);

/** How the bytes arrive: whole, cut off, with other line ends, with something before and after. */
const transports: Arbitrary<(body: Buffer) => Buffer> = fc.oneof(
  { weight: 9, arbitrary: fc.constant((body: Buffer) => body) },
  fc.nat(900).map((at) => (body: Buffer) => body.subarray(0, at)),
  fc.constant((body: Buffer) =>
    Buffer.from(body.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
  ),
  contents.map((more) => (body: Buffer) => Buffer.concat([more, body, more])),
);

/** Uploads to a lead: valid uploads with small changes, and meaningless parts. */
export function anyMultipart(leadId: string): Arbitrary<Multipart> {
  const parts = fc.oneof(
    fc
      .tuple(
        fc.oneof(fc.integer({ min: 1, max: 2 }), fc.integer({ min: 0, max: 12 })),
        fc.array(changes, { maxLength: 2 }),
      )
      .map(([files, some]) => some.reduce((all, change) => change(all), upload(leadId, files))),
    fc.array(anyPart, { maxLength: 5 }),
  );
  return fc.tuple(parts, boundaries, transports).map(([all, { announced, used }, transport]) => ({
    contentType: `multipart/form-data; boundary=${announced}`,
    body: transport(toBytes(all, used)),
  }));
}

function toBytes(parts: readonly Part[], boundary: string): Buffer {
  const chunks = parts.flatMap(({ head, content }) => [
    Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]);
}
