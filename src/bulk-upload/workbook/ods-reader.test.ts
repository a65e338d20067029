import { describe, expect, it } from 'vitest';

import { ods, sheetRows } from '#src/testing/workbook-parts.ts';

const table = (rows: string, attributes = '') =>
  `<table:table table:name="Leads"${attributes}>${rows}</table:table>`;
const text = (content: string) =>
  `<table:table-cell office:value-type="string"><text:p>${content}</text:p></table:table-cell>`;
const number = (attributes: string, shown: string) =>
  `<table:table-cell ${attributes}><text:p>${shown}</text:p></table:table-cell>`;

async function cellsOf(cells: string): Promise<string[] | undefined> {
  const { rows } = await sheetRows(ods(table(`<table:table-row>${cells}</table:table-row>`)));
  return rows[0];
}

describe('a cell of an OpenDocument spreadsheet', () => {
  it.each([
    [
      'spaces and a line break',
      text('a<text:s text:c="3"/>b<text:line-break/>c<text:tab/>d'),
      'a   b\nc\td',
    ],
    ['paragraphs', text('one</text:p><text:p>two'), 'one\ntwo'],
    [
      'formatted text',
      text('Mary <text:span>Ann</text:span> <text:a>Lee</text:a>'),
      'Mary Ann Lee',
    ],
    [
      'a comment',
      `<table:table-cell office:value-type="string"><office:annotation><text:p>no</text:p></office:annotation><text:p>Ada</text:p></table:table-cell>`,
      'Ada',
    ],
    [
      'text only in its value',
      '<table:table-cell office:value-type="string" office:string-value="Ada"/>',
      'Ada',
    ],
  ])('with %s', async (_, cell, expected) => {
    expect(await cellsOf(cell + text('end'))).toEqual([expected, 'end']);
  });

  it.each([
    ['a long number', 'float', '61491570156', '6.15E+10', '61491570156'],
    ['a number of another language', 'float', '50000', '50.000,00', '50000'],
    ['thousands', 'float', '50000', '50\u202f000', '50000'],
    ['leading zeros', 'float', '800', '0800', '0800'],
    ['a phone number in groups', 'float', '491570156', '0491 570 156', '0491 570 156'],
    ['a percentage', 'percentage', '0.0725', '7,3 %', '7.25%'],
    ['dollars', 'currency" office:currency="AUD', '50000', '$50,000.00', '50000'],
    ['another currency', 'currency" office:currency="EUR', '50000', '50.000,00 €', 'EUR 50000'],
    ['a currency that only its format names', 'float', '50000', 'EUR 50,000.00', 'EUR 50000'],
    ['a currency without its code', 'currency', '-1250.5', '-1.250,50 kr', '-1250.5 kr'],
    ['millions', 'float', '2500000', '2.5M', '2500000'],
    ['a date', 'date', '1984-03-14', '14/03/84', '1984-03-14'],
    ['a date-time', 'date', '1984-03-14T10:30:00', '14/03/84', '1984-03-14T10:30:00'],
    ['a time', 'time', 'PT10H30M00S', '10:30 am', '10:30'],
    ['a boolean', 'boolean', 'true', 'WAHR', 'TRUE'],
  ])('with %s, an office:value-type of %s', async (_, type, value, shown, expected) => {
    const name = ['date', 'time', 'boolean'].includes(type) ? `${type}-value` : 'value';
    const cell = number(`office:value-type="${type}" office:${name}="${value}"`, shown);
    expect(await cellsOf(cell + text('end'))).toEqual([expected, 'end']);
  });

  it('that is repeated, or below a merged cell, keeps the others in their columns', async () => {
    const cells = await cellsOf(
      `<table:table-cell table:number-columns-repeated="2"/>${number('office:value-type="float" office:value="1" table:number-columns-repeated="2"', '1')}<table:covered-table-cell table:number-columns-repeated="2"><text:p>no</text:p></table:covered-table-cell>${text('end')}<table:table-cell table:number-columns-repeated="16377"/>`,
    );
    expect(cells).toEqual(['', '', '1', '1', '', '', 'end']);
  });
});

describe('a sheet of an OpenDocument spreadsheet', () => {
  it('has repeated rows, and no blank ones at the end', async () => {
    const row = (cells: string, attributes = '') =>
      `<table:table-row${attributes}>${cells}</table:table-row>`;
    const { rows, findings } = await sheetRows(
      ods(
        table(
          `<table:table-header-rows>${row(text('head'))}</table:table-header-rows>${row('<table:table-cell/>', ' table:number-rows-repeated="2"')}${row(text('a'), ' table:number-rows-repeated="2" table:visibility="filter"')}${row('<table:table-cell table:number-columns-repeated="16384"/>', ' table:number-rows-repeated="1048571"')}`,
        ),
      ),
    );
    expect(rows).toEqual([['head'], [''], [''], ['a'], ['a']]);
    expect(findings.hiddenRows).toBe(2);
  });

  it('is found by its place among the sheets, and may be hidden', async () => {
    const styles =
      '<style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>';
    const other = table(
      `<table:table-row>${text('other')}</table:table-row>`,
      ' table:style-name="ta2"',
    );
    const file = ods(table(`<table:table-row>${text('first')}</table:table-row>`) + other, styles);
    expect((await sheetRows(file, 0)).rows).toEqual([['first']]);
    expect((await sheetRows(file, 1)).rows).toEqual([['other']]);
  });
});

it('a text longer than any browser holds is named as too large', async () => {
  const spaces = '<text:s text:c="1048576"/>'.repeat(2_000);
  await expect(cellsOf(text(`a${spaces}b`))).rejects.toThrow('unpacks to more');
});
