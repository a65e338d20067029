import { expect, it } from 'vitest';

import { templateHeader } from '#contract/bulk-upload/lead-template.ts';
import { readParts } from '#src/testing/csv-parts.ts';

const ada = 'Ada,Lovelace,Engines';

const noticesOf = async (text: string, sliceSize = 1_000_000) =>
  (await readParts([text], undefined, { sliceSize })).file.notices;

it.each([
  ['\n', '\r', 'A line in row 4 ends with a carriage return alone.'],
  ['\r\n', '\r', 'A line in row 4 ends with a carriage return alone.'],
  ['\r', '\n', 'A line in row 4 ends with a line feed.'],
])('rows that end with %j: a lone %j is named with its row', async (typical, other, title) => {
  const text = [templateHeader, ada, `"Ada${other}""Augusta""",b`, `${ada}${other}${ada}`, ada];
  for (const sliceSize of [7, 100, 100_000]) {
    const notices = await noticesOf(text.join(typical), sliceSize);
    expect(notices).toMatchObject([{ kind: 'line-ends', weight: 'warn', title }]);
  }
});

it('several are counted', async () => {
  const notices = await noticesOf(
    `${templateHeader}\n${ada}\r${ada}\r${ada}\n${ada}\n${ada}\r${ada}\n`,
  );
  expect(notices).toMatchObject([
    { title: '3 lines, the first in row 2, end with a carriage return alone.' },
  ]);
});

it.each([
  ['a carriage return within quotes', `"Ada\rAugusta","${'x\r'.repeat(99)}""\r"`],
  ['a quoted cell that ends with one', `Ada,"Lovelace\r",Engines`],
  ['more than one before the line feed', 'Ada\r\r'],
  ['a quote within a cell', `5" pipe,"a\rb",6",c`],
])('%s is no line end', async (_, row) => {
  expect(await noticesOf(`${templateHeader}\r\n${row}\r\n${ada}\r\n${row}\r\n`)).toEqual([]);
});
