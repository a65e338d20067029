import { expect, it } from 'vitest';

import type { Encoding, ParseOptions } from '#contract/bulk-upload/parse-options.ts';
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

/** Reads a file in an encoding. Returns its first names and the findings. */
async function readAs(file: File, options: ParseOptions) {
  const names: string[] = [];
  const { notices } = await readFileRows(file, options, ({ rows }) => {
    names.push(...rows.map(([first = '']) => first));
  });
  return { names, notices };
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
    const isRight = async (tried: Encoding) => {
      const read = await readAs(file, { ...found.parseOptions!, encoding: tried });
      return read.names.join('\n') === names.join('\n');
    };
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
  'a lone name of $is in $encoding is read right, or can be chosen beside what it is read as',
  async (one) => {
    const { names, encoding, hex } = one;
    for (const [at, line] of linesOf(hex, encoding).entries()) {
      const file = fileOf([line], encoding);
      const found = await recognise(file);
      const read = await readAs(file, found.parseOptions!);
      const isSaid = [...found.notices, ...read.notices].some(({ weight }) => weight === 'warn');
      const likely = found.samples.filter(({ isLikely }) => isLikely).map(({ text }) => text);
      const name = read.names[0]?.trim();
      expect(isSaid || [name, ...likely].includes(names[at])).toBe(true);
      expect(isSaid || likely.length === 0 || likely[0] === name).toBe(true);
    }
  },
);
