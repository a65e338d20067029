import { afterAll, expect, it } from 'vitest';

import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import { generateFile, type GeneratedFile } from '#src/testing/generated/generated-files.ts';

import { recognise } from './recognise-file.ts';
import { readFileRows } from './row-reader.ts';

/**
 * The outcome of a file. `shown`: read wrongly, but the samples beside its encoding also show the
 * correct reading. `silent`: read wrongly without that.
 */
type Outcome = 'right' | 'asked' | 'shown' | 'silent';

async function readGenerated({ file, encoding, columns, rows }: GeneratedFile): Promise<Outcome> {
  const { parseOptions, notices, samples } = await recognise(file);
  if (parseOptions === null) return 'asked';
  const read: string[][] = [];
  const found = await readFileRows(file, parseOptions, (slice) => read.push(...slice.rows));
  if ([...notices, ...found.notices].some(({ weight }) => /warn|stop/.test(weight))) return 'asked';
  const indexes = columns.map((column) => templateColumns.findIndex(({ name }) => name === column));
  const isRight =
    read.length === rows.length &&
    rows.every((row, at) => row.every((cell, column) => read[at]?.[indexes[column]!] === cell));
  if (isRight) return 'right';
  const own = samples.find((sample) => sample.encoding === encoding);
  return own !== undefined && own.text !== samples[0]?.text ? 'shown' : 'silent';
}

const isOfExcel = ({ encoding }: GeneratedFile) =>
  /^(?:utf-|windows-1252$|cp850$|cp437$|macintosh$)/.test(encoding);

function nameSize({ rows, isSparse }: GeneratedFile): string {
  if (isSparse) return 'one row among ASCII';
  if (rows.length < 2) return '1 row';
  if (rows.length < 5) return '2 to 4 rows';
  return '5 to 500 rows';
}

const none = { right: 0, asked: 0, shown: 0, silent: 0 };
/** By sizes of files, and by whether they are in an encoding that Western Excel writes. */
const outcomes = new Map<string, Record<Outcome, number>>();
const count = Number(process.env['GENERATED_FILES'] ?? 200);
const firstSeed = Number(process.env['GENERATED_FROM'] ?? 0);

afterAll(() => {
  if (count > 200) console.table(Object.fromEntries(outcomes));
});

it(
  `of ${count} files in any encoding and dialect none is read differently in silence, and those of Excel without a question`,
  async () => {
    const silent: string[] = [];
    for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
      const generated = generateFile(seed);
      const outcome = await readGenerated(generated);
      const kind = `${isOfExcel(generated) ? 'Excel' : 'other'}: ${nameSize(generated)}`;
      const sums = outcomes.get(kind) ?? none;
      outcomes.set(kind, { ...sums, [outcome]: sums[outcome] + 1 });
      if (outcome === 'silent') silent.push(generated.is);
    }
    expect(silent).toEqual([]);
    const share = (kind: string, outcome: Outcome) => {
      const sums = outcomes.get(`${kind}: 5 to 500 rows`) ?? none;
      return sums[outcome] / (sums.right + sums.asked + sums.shown);
    };
    expect(share('Excel', 'right')).toBeGreaterThan(0.97);
    expect(share('other', 'asked')).toBeGreaterThan(0.99);
  },
  Math.max(180_000, 200 * count),
);
