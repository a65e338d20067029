import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

import { templateColumns } from '#contract/bulk-upload/lead-template.ts';

import type { LeadCells } from './lead-files.ts';

export const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Returns a workbook with rows typed below the header of a sheet, by the number of its part. */
export function filled(workbook: Buffer, sheet: number, rows: readonly LeadCells[]): Buffer {
  const files = unzipSync(workbook);
  const part = `xl/worksheets/sheet${sheet}.xml`;
  const xml = rows.map(
    (cells) =>
      `<row>${templateColumns.map(({ name }) => cellXml(cells[name] ?? '')).join('')}</row>`,
  );
  const empty = strFromU8(files[part]!);
  files[part] = strToU8(empty.replace('</sheetData>', `${xml.join('')}</sheetData>`));
  return Buffer.from(zipSync(files));
}

function cellXml(text: string): string {
  if (text === '') return '<c/>';
  if (/^\d+$/.test(text)) return `<c><v>${text}</v></c>`;
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped}</t></is></c>`;
}
