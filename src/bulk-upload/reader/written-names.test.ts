import { expect, it } from 'vitest';

import type { Encoding } from '#contract/bulk-upload/parse-options.ts';
import { encodedText } from '#src/testing/fake-encoding.ts';
import { writtenNames } from '#src/testing/written-names.ts';

import { recognise } from './recognise-file.ts';
import { readFileRows } from './row-reader.ts';

/** Returns a file whose rows are names as they were written, one a line. */
function fileOf(lines: readonly number[][], encoding: string): File {
  const rows = lines.flatMap((line) => [...line, ...encodedText(',Baker,Co,1\n', encoding)]);
  const header = encodedText('firstName,lastName,companyName,phone\n', encoding);
  return new File([Uint8Array.from([...header, ...rows])], 'leads.csv');
}

/** Returns the first names as they are read in an encoding. */
async function readAs(file: File, encoding: Encoding): Promise<string[]> {
  const names: string[] = [];
  const { parseOptions } = await recognise(file);
  if (parseOptions === null) throw new Error('The file was rejected.');
  await readFileRows(file, { ...parseOptions, encoding }, ({ rows }) => {
    names.push(...rows.map(([first = '']) => first));
  });
  return names;
}

/** Returns the bytes of each line. */
function linesOf(hex: string, encoding: string): number[][] {
  const width = encoding.startsWith('utf-16') ? 2 : 1;
  const lines: number[][] = [[]];
  const bytes = Buffer.from(hex, 'hex');
  for (let at = 0; at < bytes.length; at += width) {
    const unit = [...bytes.subarray(at, at + width)];
    if (unit.reduce((sum, byte) => sum + byte, 0) === 0x0a && unit.includes(0x0a)) lines.push([]);
    else lines.at(-1)?.push(...unit);
  }
  return lines;
}

it.each(writtenNames)(
  '$is in $encoding is read right, and what is not is in doubt',
  async (one) => {
    const { names, encoding, hex } = one;
    const lines = linesOf(hex, encoding);
    const file = fileOf(lines, encoding);
    const found = await recognise(file);
    const isRight = async (tried: Encoding) =>
      (await readAs(file, tried)).join('\n') === names.join('\n');
    const likely = found.samples.filter(({ isLikely }) => isLikely);
    const right = await Promise.all(likely.map((sample) => isRight(sample.encoding)));
    expect(right).toContain(true);
    const isSuspect = found.notices.some(
      ({ kind, weight }) => kind === 'encoding' && weight === 'warn',
    );
    expect((await isRight(found.encoding)) || isSuspect).toBe(true);
  },
);

it.each(writtenNames)(
  'a lone name of $is in $encoding is read right, or doubt is said',
  async (one) => {
    const { names, encoding, hex } = one;
    for (const [at, line] of linesOf(hex, encoding).entries()) {
      const file = fileOf([line], encoding);
      const found = await recognise(file);
      const read = await readFileRows(file, found.parseOptions!, () => undefined);
      const isSaid = [...found.notices, ...read.notices].some(({ weight }) => weight === 'warn');
      const [name] = await readAs(file, found.encoding);
      expect([name === names[at] || isSaid, name]).toEqual([true, name]);
    }
  },
);
