import fc from 'fast-check';
import { expect, it } from 'vitest';

import { templateColumns, templateHeader } from '#contract/bulk-upload/lead-template.ts';
import { parsePartAhead } from '#src/bulk-upload/reader/part-reader.ts';
import { openRows } from '#src/bulk-upload/reader/row-reader.ts';
import { rowLine, utf8Options, validationContext } from '#src/testing/test-sheet.ts';

import { cellValidator } from './row-checks.ts';
import { ValidatedSheet } from './validated-sheet.ts';
import { listBuffers, ValidatedSlices, type OpenPartWorkers } from './validated-slices.ts';

const cells: Record<string, readonly string[]> = {
  firstName: ['', 'Zoë', 'Anna Baker', 'H?mi'],
  lastName: ['', 'Åström'],
  companyName: ['', 'Kauri', 'x'.repeat(120), 'x'.repeat(130)],
  phone: ['', '+61491570156', '0412 345 678', '61412345678', '6.14E+10', '12'],
  email: ['', 'a@b.test', 'A@B.test', 'none'],
  amountRequested: ['', '$50,000', '50000.75'],
  dateOfBirth: ['', '1984-03-14', '1/02/1990', '14/3/1984', '#####'],
  'businessAddress.country': ['', 'New Zealand', 'Australia', 'Singapore'],
  brokerRepId: ['', 'contact-1', 'contact-2'],
  notes: ['', 'Rang on Monday.\nRing again.', 'a "quick" answer'],
};
const row = fc.record(
  Object.fromEntries(
    Object.entries(cells).map(([name, texts]) => [name, fc.constantFrom(...texts)]),
  ),
);
const lines = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: row.map(rowLine) },
    fc.constantFrom('\r\n', `${'x,'.repeat(templateColumns.length)}y\r\n`, '"a" b,c\r\n'),
  ),
  { maxLength: 40 },
);

/** Reads parts as the workers do, and sends them as they do. */
function workersWith(partSize: number, sliceSize: number): OpenPartWorkers {
  return (file, options, ofPartner) => ({
    sizes: { partSize, sliceSize },
    capacity: 3,
    parse: async (request, bytes) => {
      const format = await openRows(file, options);
      const slices = new ValidatedSlices(cellValidator(ofPartner));
      const sizes = { partSize, sliceSize };
      const part = parsePartAhead(format, request, bytes, sizes, (slice) => slices.add(slice));
      const content = slices.all();
      return structuredClone({ ...part, content }, { transfer: listBuffers(content) });
    },
    close: () => undefined,
  });
}

/** Reads a file, and returns all that a page can learn about it. */
async function readAll(text: string, openWorkers?: OpenPartWorkers) {
  const sheet = new ValidatedSheet(openWorkers);
  await sheet.recognise(new File([`${templateHeader}\r\n${text}`], 'leads.csv'));
  const read = await sheet.read(utf8Options, validationContext, () => undefined);
  const rows = await sheet.rows({ kind: 'all' }, 0, read.summary.read);
  const duplicates = await sheet.duplicates('rows', 0, 100);
  return { notices: read.notices, summary: read.summary, rows, duplicates };
}

it('a file validated part by part in workers is the same as one validated in one go', async () => {
  await fc.assert(
    fc.asyncProperty(
      lines,
      fc.integer({ min: 400, max: 4_000 }),
      fc.integer({ min: 50, max: 4_000 }),
      async (ofFile, partSize, sliceSize) => {
        const text = ofFile.join('');
        const whole = await readAll(text);
        expect(await readAll(text, workersWith(partSize, sliceSize))).toEqual(whole);
      },
    ),
    { numRuns: 100 },
  );
});
