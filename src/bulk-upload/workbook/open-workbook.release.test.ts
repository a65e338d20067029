import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  ods,
  openDocumentParts,
  sheetRows,
  xlsx,
  xlsxParts,
  zipped,
} from '#src/testing/workbook-parts.ts';

import { damaged, tooLarge, tooManyFormats } from './workbook.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const rowNumbers = Array.from({ length: 40 }, (_, at) => at + 1);

/** Shared and inline texts, dates, numbers and blank rows, compressed and not. */
const excel = {
  'xl/sharedStrings.xml': `<sst xmlns="${main}">${rowNumbers.map((at) => `<si><t>Zoë &amp; client ${at}</t></si>`).join('')}</sst>`,
  'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
};
const excelRows = rowNumbers
  .map(
    (at) =>
      `<row r="${at * 2}"><c r="A${at * 2}" t="s"><v>${at - 1}</v></c><c r="B${at * 2}" s="1"><v>${30_000 + at}</v></c><c r="D${at * 2}" t="inlineStr"><is><t>Row ${at}</t></is></c></row>`,
  )
  .join('');
const tables = `<table:table table:name="Leads">${rowNumbers
  .map(
    (at) =>
      `<table:table-row table:number-rows-repeated="${1 + (at % 2)}"><table:table-cell office:value-type="string"><text:p>Zoë &amp; client ${at}</text:p></table:table-cell><table:table-cell office:value-type="date" office:date-value="1984-03-14"/><table:table-cell office:value-type="float" office:value="${at}"><text:p>${at}</text:p></table:table-cell></table:table-row>`,
  )
  .join('')}</table:table>`;

const workbooks = {
  '.xlsx': { parts: xlsxParts(excelRows, excel), whole: xlsx(excelRows, excel) },
  '.ods': { parts: openDocumentParts(tables), whole: ods(tables) },
};

/** One damage: at a share of the length, over some bytes or characters. */
const damage = fc.record({
  kind: fc.constantFrom('cut', 'end', 'flip', 'repeat', 'move', 'zero'),
  at: fc.double({ min: 0, max: 0.9999, noNaN: true }),
  to: fc.double({ min: 0, max: 0.9999, noNaN: true }),
  length: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 2_000 })),
  bit: fc.nat(7),
});
type Damage = typeof damage extends fc.Arbitrary<infer T> ? T : never;

function damagedBytes(whole: Uint8Array<ArrayBuffer>, damages: readonly Damage[]) {
  let bytes = whole;
  for (const { kind, at, to, length, bit } of damages) {
    const start = Math.floor(at * bytes.length);
    const part = bytes.subarray(start, start + length);
    const rest = bytes.subarray(start + length);
    const before = bytes.subarray(0, start);
    if (kind === 'cut') bytes = joined(before, rest);
    if (kind === 'end') bytes = joined(before);
    if (kind === 'repeat') bytes = joined(before, part, part, rest);
    if (kind === 'zero') bytes = joined(before, new Uint8Array(part.length), rest);
    if (kind === 'flip')
      bytes = bytes.map((byte, index) => (index === start ? byte ^ (1 << bit) : byte));
    if (kind === 'move') {
      const others = joined(before, rest);
      const target = Math.floor(to * others.length);
      bytes = joined(others.subarray(0, target), part, others.subarray(target));
    }
  }
  return bytes;
}

const joined = (...parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

/** Returns the rows, or the message that the user gets instead. */
async function readOrSay(bytes: Uint8Array<ArrayBuffer>): Promise<string[][] | string> {
  try {
    return (await sheetRows(bytes)).rows;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** `other` and the like: the container is no longer a workbook, and the user is told so. */
const sentences = [damaged, tooLarge, tooManyFormats, 'other', 'encrypted'];
const numRuns = Number(process.env['FUZZ_RUNS'] ?? 200);
const parameters = { seed: Number(process.env['FUZZ_SEED'] ?? 1), numRuns };
/** Tries each bit of a directory, or one in a few. */
const bitStep = numRuns > 1_000 ? 1 : 7;

describe.each(Object.entries(workbooks))('a damaged %s', (_, { parts, whole }) => {
  it('is read as it was, or named as damaged, whichever bit of its directory is wrong', async () => {
    const rows = await readOrSay(whole);
    const directory = Buffer.from(whole).indexOf('PK\u0001\u0002');
    for (let bit = directory * 8; bit < whole.length * 8; bit += bitStep) {
      const bytes = whole.slice();
      bytes[bit >> 3]! ^= 1 << (bit & 7);
      expect([rows, ...sentences]).toContainEqual(await readOrSay(bytes));
    }
  });

  it('is read as it was, or named as damaged', async () => {
    const rows = await readOrSay(whole);
    expect(rows.length).toBeGreaterThan(39);
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 3 }), async (damages) => {
        expect([rows, ...sentences]).toContainEqual(await readOrSay(damagedBytes(whole, damages)));
      }),
      parameters,
    );
  });

  it('with right checksums ends, and its errors are sentences', async () => {
    const names = Object.keys(parts);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(names.length - 1), damage), { minLength: 1, maxLength: 3 }),
        async (damages) => {
          const changed = { ...parts };
          for (const [index, one] of damages) {
            const name = names[index]!;
            changed[name] = damagedBytes(new Uint8Array(Buffer.from(changed[name]!)), [one]);
          }
          const found = await readOrSay(zipped(changed));
          expect(typeof found === 'string' ? sentences : [found]).toContain(found);
        },
      ),
      parameters,
    );
  });
});
