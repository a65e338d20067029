import { describe, expect, it } from 'vitest';

import { templateColumns, templateHeader } from '#contract/bulk-upload/lead-template.ts';
import { readParts as read } from '#src/testing/csv-parts.ts';
import { exact } from '#src/testing/fake-upload.ts';

import { blockSize } from './file-blocks.ts';
import type { ReadProgress } from './recognition.ts';
import { readFileRows } from './row-reader.ts';

const ada = 'Ada,Lovelace,Engines';

/** A row with one long cell. */
const longRow = `${'x'.repeat(1024 * 1024 - 1)}\n`;

describe('rows', () => {
  it.each(['\r\n', '\n', '\r', '\r\r\n'])('end with %j', async (lineEnd) => {
    const { rows } = await read([[templateHeader, ada, ada, ''].join(lineEnd)]);
    expect(rows).toEqual([
      [2, 'Ada', 'Lovelace', 'Engines'],
      [3, 'Ada', 'Lovelace', 'Engines'],
    ]);
  });

  it('may end in more than one way within a file', async () => {
    const cells = 'x,'.repeat(templateColumns.length - 1);
    const { rows, wide } = await read([`${templateHeader}\r\n${cells}y\n${cells}\r\n${cells}z`]);
    expect(rows.map(([row]) => row)).toEqual([2, 3, 4]);
    expect(wide).toEqual([]);
  });

  it('have the numbers that Excel shows: line breaks in quotes do not count, blank lines do, “sep=” does not', async () => {
    const text = `sep=,\r\n${templateHeader}\r\n"Ada\r\nAugusta",Lovelace,"Engines\n""Ltd"""\r\n\r\n${ada}\r\n\r\n`;
    const { rows, file } = await read([text]);
    expect(rows).toEqual([
      [2, 'Ada\r\nAugusta', 'Lovelace', 'Engines\n"Ltd"'],
      [3, '', '', ''],
      [4, 'Ada', 'Lovelace', 'Engines'],
      [5, '', '', ''],
    ]);
    expect(file).toMatchObject({ rows: 4, notices: [] });
  });

  it('are the same in slices of any size, and when they are read again', async () => {
    const text = `\ufeff${templateHeader}\n"Zoë, ""Z""",東京,"a\n\nb"\n\n${ada}\nHēmi,𝒳,`;
    const parseOptions = { ...exact, encoding: 'utf-8' } as const;
    const whole = await read([text], parseOptions);
    expect(whole.rows.at(-1)).toEqual([5, 'Hēmi', '𝒳', '']);
    for (let sliceSize = 1; sliceSize < 60; sliceSize++) {
      const { rows, file } = await read([text], parseOptions, { sliceSize });
      expect(rows).toEqual(whole.rows);
      for (const [row, ...cells] of rows) {
        const slice = await file.rowsAt(file.sliceOf(row)!);
        expect(slice.rows[row - slice.firstRow]?.slice(0, 3)).toEqual(cells);
      }
      expect([file.sliceOf(1), file.sliceOf(6)]).toEqual([null, null]);
    }
  });

  it('longer than the header keep what they have, also where one comma too many cut a cell in two', async () => {
    const width = templateColumns.length;
    const row = (cells: number) => Array.from({ length: cells }, () => 'x').join(',');
    const cut = `${row(width)},,`;
    const lines = [cut, row(3), row(width + 2), row(width), cut, row(width), row(width), ''];
    const { wide } = await read([[templateHeader, ...lines, ''].join('\n')]);
    expect(wide).toEqual([
      [2, width + 2],
      [4, width + 2],
      [6, width + 2],
    ]);
    expect((await read([`${templateHeader}\n${cut}\n`])).wide).toEqual([[2, width + 2]]);
  });

  it('of one quoted empty cell count, also as the last of the file', async () => {
    for (const end of ['""', '""\n', '""\r\n']) {
      const { rows, file } = await read([`${templateHeader}\n${ada}\n""\n${end}`]);
      expect(rows.slice(1)).toEqual([
        [3, '', '', ''],
        [4, '', '', ''],
      ]);
      expect((await file.rowsAt(file.sliceOf(4)!)).rows.at(-1)?.[0]).toBe('');
    }
    expect((await read([`${templateHeader}\n${ada},""`])).rows).toHaveLength(1);
  });

  it('that all end with the same empty cells are as wide as the header', async () => {
    const row = `${templateColumns.map(() => 'x').join(',')},,`;
    const rows = Array.from({ length: 10 }, () => row);
    const wideOf = async (...lines: string[]) =>
      (await read([[templateHeader, ...lines, ''].join('\n')])).wide.length;
    expect(await wideOf(...rows, ',,,', '', row)).toBe(0);
    expect(await wideOf(...rows, `x,${row}`)).toBe(11);
    expect(await wideOf(...rows.slice(1))).toBe(9);
  });

  it('are put into the template’s order', async () => {
    const columns = ['companyName', null, 'firstName'];
    const { rows } = await read(['Company,Colour,First name\nEngines,blue,Ada\n'], {
      ...exact,
      columns,
    });
    expect(rows).toEqual([[2, 'Ada', '', 'Engines']]);
    const cut = await read(['Company,Colour,First name\nEngines,blue,Ada,Ltd\n'], {
      ...exact,
      columns,
    });
    expect([cut.rows, cut.wide]).toEqual([rows, [[2, templateColumns.length + 1]]]);
  });

  it('lose the one apostrophe that guards a cell against Excel, and no other', async () => {
    const { rows } = await read([`${templateHeader}\n'=1+1,''-x,O'Brien\n'tis,'+61491570156,x'=y`]);
    expect(rows).toEqual([
      [2, '=1+1', "'-x", "O'Brien"],
      [3, "'tis", '+61491570156', "x'=y"],
    ]);
  });
});

describe('damage', () => {
  it.each([
    ['and never closes', '"Engines'],
    ['and closes within the cell', '"Engines" Ltd'],
  ])('a quote that opens %s is named; the rows before it are read', async (_, cell) => {
    const bad = `"Ada\nAugusta",Lovelace,Engines\n${ada}\nBob,Baker,${cell}\n${`${ada}\n`.repeat(9)}`;
    for (const sliceSize of [7, 100, 100_000]) {
      const { rows, file } = await read([`${templateHeader}\n${bad}`], exact, { sliceSize });
      expect(rows.map(([row]) => row)).toEqual([2, 3]);
      expect((await file.rowsAt(file.sliceOf(3)!)).rows.at(-1)?.[0]).toBe('Ada');
      expect(file.notices).toMatchObject([
        {
          kind: 'unclosed-quote',
          weight: 'stop',
          title: 'A quote opens in row 4 (line 5 of the file), in companyName, and is not closed.',
        },
      ]);
    }
  });

  it('a quote that never closes does not gather the rest of a large file in memory', async () => {
    const rest = Array.from({ length: 9 }, () => longRow);
    let largest = 0;
    const { file } = await read([`${templateHeader}\n${ada}\n"Bob,`, ...rest], exact, {
      onProgress: ({ rows }) => (largest = Math.max(largest, rows)),
    });
    expect(largest).toBe(1);
    expect(file.notices).toMatchObject([{ title: expect.stringContaining('row 3 (line 3') }]);
  });

  it('bytes that break the encoding later are named with their row, column and what they may be', async () => {
    const parts = [
      `${templateHeader}\nJosé,\n${`${ada}\n`.repeat(100)}Bo,`,
      new Uint8Array([0x52, 0x65, 0x6e, 0xe9, 0x2c, 0x0a]),
    ];
    for (const [sliceSize, minRows] of [
      [50, 95],
      [500, 50],
      [100_000, 0],
    ] as const) {
      const { rows, file } = await read(parts, { ...exact, encoding: 'utf-8' }, { sliceSize });
      expect(rows.length).toBeGreaterThanOrEqual(minRows);
      expect(file.notices).toMatchObject([
        {
          kind: 'encoding',
          weight: 'stop',
          title: 'Row 103, Last name, is not UTF-8.',
          advice: expect.stringContaining('In windows-1252, the cell is “René”.'),
        },
      ]);
    }
  });

  it('bytes that break the encoding below a header further down have the row that Excel shows', async () => {
    const parts = [`Leads\n\n${templateHeader}\nBo,Ren`, new Uint8Array([0xe9, 0x2c, 0x0a])];
    const { file } = await read(parts, { ...exact, encoding: 'utf-8', headerRow: 3 });
    expect(file.notices).toMatchObject([{ title: 'Row 4, Last name, is not UTF-8.' }]);
  });

  it('UTF-8 that shows only beyond what was looked at before is offered to be read so', async () => {
    const parts = [`${templateHeader}\n`, ...Array.from({ length: 33 }, () => longRow), 'José'];
    const { file } = await read(parts);
    expect(file.notices).toMatchObject([
      { weight: 'fix', action: 'Read as UTF-8', parseOptions: { ...exact, encoding: 'utf-8' } },
    ]);
  });
});

describe('the file', () => {
  it('is hashed by its blocks', async () => {
    const sha256 = (bytes: BufferSource) => crypto.subtle.digest('SHA-256', bytes);
    const text = new TextEncoder().encode(`${templateHeader}\n${longRow.repeat(5)}`);
    const blocks = [text.subarray(0, blockSize), text.subarray(blockSize)];
    const digests = await new Blob(await Promise.all(blocks.map(sha256))).arrayBuffer();
    const hash = Buffer.from(await sha256(digests)).toString('hex');
    const reported: ReadProgress[] = [];
    const { rows, file } = await read([text], exact, { onProgress: (one) => reported.push(one) });
    expect(file.contentHash).toBe(hash);
    const [early] = reported.filter(({ contentHash }) => contentHash === hash);
    expect(early?.rows).toBeLessThan(rows.length);
  });

  it('that has changed on disk fails with a sentence', async () => {
    const gone = new File([templateHeader], 'leads.csv');
    gone.slice = () => {
      throw new DOMException('The file could not be read.', 'NotReadableError');
    };
    await expect(readFileRows(gone, exact, () => undefined)).rejects.toThrow(
      /^The file was changed/,
    );
  });

  it('is left when the reading is aborted', async () => {
    const signal = AbortSignal.abort(new Error('Another file was chosen.'));
    await expect(read([templateHeader], exact, { signal })).rejects.toThrow('Another file');
  });
});
