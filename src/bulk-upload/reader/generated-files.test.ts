import { afterAll, expect, it } from 'vitest';

import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import { generateFile, type GeneratedFile } from '#src/testing/generated/generated-files.ts';

import { recognise } from './recognise-file.ts';
import { readFileRows } from './row-reader.ts';

/** How a file came out: `silent` is read differently from what it says, without a word. */
type Outcome = 'right' | 'asked' | 'silent';

async function readGenerated({ file, columns, rows }: GeneratedFile): Promise<Outcome> {
  const { parseOptions, notices } = await recognise(file);
  if (parseOptions === null) return 'asked';
  const read: string[][] = [];
  const found = await readFileRows(file, parseOptions, (slice) => read.push(...slice.rows));
  if ([...notices, ...found.notices].some(({ weight }) => /warn|stop/.test(weight))) return 'asked';
  const indexes = columns.map((column) => templateColumns.findIndex(({ name }) => name === column));
  const isRight =
    read.length === rows.length &&
    rows.every((row, at) => row.every((cell, column) => read[at]?.[indexes[column]!] === cell));
  return isRight ? 'right' : 'silent';
}

function nameSize({ rows, isSparse }: GeneratedFile): string {
  if (isSparse) return 'one row among ASCII';
  if (rows.length < 2) return '1 row';
  if (rows.length < 5) return '2 to 4 rows';
  return rows.length < 20 ? '5 to 19 rows' : '20 to 500 rows';
}

/** By sizes of files. */
const outcomes = new Map<string, Record<Outcome, number>>();
const count = Number(process.env['GENERATED_FILES'] ?? 200);
const firstSeed = Number(process.env['GENERATED_FROM'] ?? 0);

afterAll(() => {
  if (count > 200) console.table(Object.fromEntries(outcomes));
});

it(
  `of ${count} files in any encoding and dialect none is read differently in silence, and few are asked about`,
  async () => {
    const silent: string[] = [];
    for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
      const generated = generateFile(seed);
      const outcome = await readGenerated(generated);
      const size = nameSize(generated);
      const sums = outcomes.get(size) ?? { right: 0, asked: 0, silent: 0 };
      outcomes.set(size, { ...sums, [outcome]: sums[outcome] + 1 });
      if (outcome === 'silent') silent.push(generated.is);
    }
    expect(silent).toEqual([]);
    const larger = ['5 to 19 rows', '20 to 500 rows'].flatMap((size) => outcomes.get(size) ?? []);
    const asked = larger.reduce((sum, one) => sum + one.asked, 0);
    expect(asked / larger.reduce((sum, one) => sum + one.asked + one.right, 0)).toBeLessThan(0.03);
  },
  Math.max(180_000, 200 * count),
);
