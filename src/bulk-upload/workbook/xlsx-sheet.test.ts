import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';

import { sheetRows, xlsx } from '#src/testing/workbook-parts.ts';

const shared = (items: string) => ({ 'xl/sharedStrings.xml': `<sst>${items}</sst>` });

/** Returns the cells of a row with these cells. */
async function cellsOf(cells: string, parts = {}): Promise<string[] | undefined> {
  const { rows } = await sheetRows(xlsx(`<row r="1">${cells}</row>`, parts));
  return rows[0];
}

describe('a cell of an Excel workbook', () => {
  it.each([
    ['inline text', '<c t="inlineStr"><is><t>Ada &amp; Co</t></is></c>', 'Ada & Co'],
    [
      'inline runs',
      '<c t="inlineStr"><is><r><t>Mary </t></r><r><t>Ann</t></r></is></c>',
      'Mary Ann',
    ],
    ['an address without a column', '<c r="1"><v>7</v></c>', '7'],
    ['a formula of text', '<c t="str"><f>A1</f><v>Ada</v></c>', 'Ada'],
    ['a formula of a number', '<c><f>1+1</f><v>2</v></c>', '2'],
    ['a formula without text', '<c t="str"><f>A1</f><v></v></c>', ''],
    ['true', '<c t="b"><v>1</v></c>', 'TRUE'],
    ['an error', '<c t="e"><v>#DIV/0!</v></c>', '#DIV/0!'],
    ['an ISO date', '<c t="d"><v>1984-03-14T00:00:00.000Z</v></c>', '1984-03-14'],
    ['an ISO time', '<c t="d"><v>1984-03-14T10:30:00</v></c>', '1984-03-14T10:30:00'],
    ['a control character', '<c t="inlineStr"><is><t>a_x0007_b</t></is></c>', 'a\u0007b'],
    ['an escaped escape', '<c t="inlineStr"><is><t>_x005F_x0007_</t></is></c>', '_x0007_'],
    ['a CDATA section', '<c t="inlineStr"><is><t><![CDATA[<Ada>]]></t></is></c>', '<Ada>'],
    ['a reference', '<c t="inlineStr"><is><t>&#x101;&#233;</t></is></c>', 'āé'],
    [
      'another prefix',
      '<x:c xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main" t="inlineStr"><x:is><x:t>Ada</x:t></x:is></x:c>',
      'Ada',
    ],
    ['single quotes', "<c t='inlineStr' r = 'A1'><is><t>Ada</t></is></c>", 'Ada'],
    ['no number', '<c><v>1,5</v></c>', '1,5'],
    ['an exponent', '<c><v>6.1491570156E10</v></c>', '61491570156'],
  ])('with %s', async (_, cell, text) => {
    expect(await cellsOf(`${cell}<c><v>1</v></c>`)).toEqual([text, '1']);
  });

  it('with a shared text has all its runs, and no phonetic reading', async () => {
    const items = `<si><t xml:space="preserve"> a </t></si><si><r><t>東</t></r><r><t>京</t></r><rPh sb="0" eb="1"><t>トウ</t></rPh></si><si/>`;
    const cells = [0, 1, 2].map((at) => `<c t="s"><v>${at}</v></c>`).join('');
    expect(await cellsOf(`${cells}<c><v>1</v></c>`, shared(items))).toEqual([
      ' a ',
      '東京',
      '',
      '1',
    ]);
  });

  it('stands in the column of its address, up to the last column of a sheet', async () => {
    const cells = await cellsOf('<c r="C1"><v>3</v></c><c><v>4</v></c><c r="XFD1"><v>5</v></c>');
    expect(cells).toHaveLength(16_384);
    expect(cells?.slice(0, 4)).toEqual(['', '', '3', '4']);
    expect(cells?.at(-1)).toBe('5');
  });
});

describe('a sheet of an Excel workbook', () => {
  it('keeps blank rows above others, and none at the end', async () => {
    const { rows } = await sheetRows(
      xlsx(
        '<row r="2"><c><v>1</v></c></row><row/><row r="5"><c><v>2</v></c></row><row r="9" s="1"/>',
      ),
    );
    expect(rows).toEqual([[''], ['1'], [''], [''], ['2']]);
  });

  it('is found in a strict workbook, by absolute paths and in UTF-16', async () => {
    const strict = 'http://purl.oclc.org/ooxml/officeDocument/relationships';
    const text =
      '<?xml version="1.0" encoding="UTF-16"?><worksheet><sheetData><row><c><v>7</v></c></row></sheetData></worksheet>';
    const utf16 = new Uint8Array(
      Uint16Array.from(`\ufeff${text}`, (char) => char.charCodeAt(0)).buffer,
    );
    const { rows } = await sheetRows(
      xlsx('', {
        'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="b" Type="${strict}/worksheet" Target="/xl/worksheets/Sheet%201.xml"/></Relationships>`,
        'xl/worksheets/sheet 1.xml': utf16,
      }),
    );
    expect(rows).toEqual([['7']]);
  });

  it('that was stored without compression, or in a zip of streams, is read', async () => {
    const files = xlsx('<row><c><v>7</v></c></row>');
    const { unzipSync } = await import('fflate');
    const stored = new Uint8Array(zipSync(unzipSync(files), { level: 0 }));
    expect((await sheetRows(stored)).rows).toEqual([['7']]);
  });

  it.each([
    ['breaks off', '<row><c><v>7</v></c></row><row r="2"><c'],
    ['has a tag without an end', `<row a="${'x'.repeat(2 * 1024 * 1024)}`],
  ])('that %s is damaged', async (_, data) => {
    const sheet = strToU8(`<worksheet><sheetData>${data}`);
    await expect(sheetRows(xlsx('', { 'xl/worksheets/sheet1.xml': sheet }))).rejects.toThrow(
      'This workbook is damaged',
    );
  });

  it.each([
    ['text', '<row><c t="s"><v>7</v></c></row>', {}],
    [
      'sheet',
      '',
      {
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="b" Type="x/worksheet" Target="http://["/></Relationships>',
      },
    ],
  ])('without the %s that it refers to is damaged', async (_, data, parts) => {
    await expect(sheetRows(xlsx(data, parts))).rejects.toThrow('This workbook is damaged');
  });

  it('in a zip that was cut off is damaged', async () => {
    const whole = xlsx('<row><c><v>7</v></c></row>');
    await expect(sheetRows(whole.slice(0, whole.length / 2))).rejects.toThrow('damaged');
    const spoiled = whole.slice();
    spoiled.fill(0xff, whole.length / 2, whole.length / 2 + 40);
    await expect(sheetRows(spoiled)).rejects.toThrow('damaged');
  });
});
