import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';

import { templateColumns } from '#contract/bulk-upload/lead-template.ts';

import { leadsWorkbook } from './workbook-thread.ts';

/** Returns a function that returns the XML of a part of the workbook by name. */
async function partsOf(...rows: string[][]): Promise<(name: string) => string> {
  const files = unzipSync(await leadsWorkbook(rows));
  return (name) => strFromU8(files[`xl/${name}.xml`] ?? new Uint8Array());
}

const texts = (xml: string) => [...xml.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text]) => text);

/** Returns the number format of a style: `@` is text. */
function formatOf(styles: string, style: number): string | undefined {
  const [, cellFormats = ''] = /<cellXfs[^>]*>(.*)<\/cellXfs>/.exec(styles) ?? [];
  const attributes = [...cellFormats.matchAll(/<xf ([^>]*)>/g)][style]?.[1] ?? '';
  const [, id] = /numFmtId="(\d+)"/.exec(attributes) ?? [];
  return new RegExp(`numFmtId="${id}" formatCode="([^"]*)"`).exec(styles)?.[1];
}

describe('the template as a workbook', () => {
  it('opens at the sheet to fill in, which Excel then saves; the lists are hidden', async () => {
    const part = await partsOf();
    expect([...part('workbook').matchAll(/<sheet [^>]*name="([^"]+)"/g)].map(([, n]) => n)).toEqual(
      ['How to use', 'Leads', 'Lists'],
    );
    expect(part('workbook')).toContain('activeTab="1"');
    expect(part('workbook')).toMatch(/name="Lists" state="hidden"/);
    expect(part('worksheets/sheet2')).toMatch(/tabSelected="1".*<pane ySplit="1".*state="frozen"/);
  });

  it('says on its first sheet how to save it', async () => {
    const part = await partsOf();
    const advice = texts(part('sharedStrings')).join('\n');
    expect(advice).toContain('save as CSV UTF-8 (comma delimited)');
    expect(advice).toContain('ā');
    expect(part('worksheets/sheet2')).toContain('CSV UTF-8 (comma delimited)');
    expect(part('worksheets/sheet1')).toContain('<v>0</v>');
  });

  it('has the template’s header and every column formatted as text, to the last row', async () => {
    const part = await partsOf();
    const sheet = part('worksheets/sheet2');
    const strings = texts(part('sharedStrings'));
    const header = [...sheet.matchAll(/<c r="[A-Z]+1" s="(\d+)" t="s"><v>(\d+)<\/v>/g)];
    expect(header.map(([, , at]) => strings[Number(at)])).toEqual(
      templateColumns.map(({ name }) => name),
    );
    const columns = [...sheet.matchAll(/<col [^>]*style="(\d+)"/g)];
    expect(columns).toHaveLength(templateColumns.length);
    const styles = new Set([...header, ...columns].map(([, style]) => style));
    expect([...styles].map((style) => formatOf(part('styles'), Number(style)))).toEqual(['@']);
  });

  it('has lists of choices, and rejects other values where one must be chosen', async () => {
    const part = await partsOf();
    const sheet = part('worksheets/sheet2');
    // Excel reports the file as damaged when these elements are in any other order.
    expect(sheet).toMatch(/<sheetViews>.*<cols>.*<\/sheetData><dataValidations count="7">/);
    const purposes =
      /<dataValidation type="list"[^>]*showErrorMessage="1"[^>]*sqref="G2:G1048576"><formula1>Lists!\$A\$1:\$A\$7</;
    expect(sheet).toMatch(purposes);
    expect(sheet).toMatch(/<dataValidation type="list" allowBlank="1" sqref="H2:H1048576">/);
    expect(texts(part('sharedStrings'))).toContain('Expansion &amp; Growth');
  });
});

describe('a workbook with rows', () => {
  it('has their cells as text, each in its column, whatever it starts with', async () => {
    const part = await partsOf(['=1+1', '', `  <"&>  `], [`'=1`, '-2', '+61491570156']);
    const sheet = part('worksheets/sheet2');
    const [, style] = /<c r="A2" s="(\d+)" t="inlineStr"><is><t [^>]*>=1\+1<\/t>/.exec(sheet) ?? [];
    expect(formatOf(part('styles'), Number(style))).toBe('@');
    expect(sheet).toContain(
      `<c r="C2" s="${style}" t="inlineStr"><is><t xml:space="preserve">  &lt;`,
    );
    expect(sheet).not.toContain('<f>');
    expect(sheet).not.toContain('r="B2"');
    // Excel saves the text unchanged, and parsing removes one apostrophe.
    expect(texts(sheet)).toContain(`''=1`);
    expect(texts(sheet)).toContain('+61491570156');
  });

  it('escapes characters that XML cannot contain', async () => {
    const part = await partsOf(['a\rb\u0001', '_x000D_', 'two\nlines']);
    expect(texts(part('worksheets/sheet2'))).toEqual([
      'a_x000D_b_x0001_',
      '_x005F_x000D_',
      'two\nlines',
    ]);
  });
});
