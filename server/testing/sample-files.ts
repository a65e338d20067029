import { crc32 } from 'node:zlib';

import { makePdf, makePng } from '#server/demo/demo-files.ts';

/** Small files of every kind that can be attached, with the real content of their kind. */
export const sampleFiles = {
  'statement.pdf': makePdf('Statement', 'Closing balance 12.00'),
  'shop.png': makePng(8, 8),
  'licence.jpg': Buffer.from('\xFF\xD8\xFF\xE0\x00\x10JFIF\x00\x01', 'latin1'),
  'shop.webp': Buffer.from(
    'RIFF\x1A\x00\x00\x00WEBPVP8L\x0D\x00\x00\x00\x2F\x00\x00\x00',
    'latin1',
  ),
  'photo.heic': Buffer.from('\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic', 'latin1'),
  'letter.docx': makeZip(['[Content_Types].xml', 'word/document.xml']),
  'books.xlsx': makeZip(['xl/workbook.xml', '[Content_Types].xml']),
  'letter.doc': makeCompound(),
  'books.xls': makeCompound(),
  'rows.csv': Buffer.from('date,amount\r\n2026-09-01,“12”\r\n'),
} as const;

/**
 * Returns a zip container with tiny files of these names, in the order of its table of contents.
 */
export function makeZip(names: readonly string[]): Buffer {
  const local: Buffer[] = [];
  const table: Buffer[] = [];
  for (const name of names) {
    const content = Buffer.from('<x/>');
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt32LE(crc32(content), 10);
    shared.writeUInt32LE(content.length, 14);
    shared.writeUInt32LE(content.length, 18);
    shared.writeUInt16LE(name.length, 22);
    const offset = Buffer.alloc(14);
    offset.writeUInt32LE(Buffer.concat(local).length, 10);
    table.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), shared, offset, Buffer.from(name));
    local.push(Buffer.from('PK\x03\x04', 'latin1'), shared, Buffer.from(name), content);
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(names.length, 4);
  end.writeUInt16LE(names.length, 6);
  end.writeUInt32LE(Buffer.concat(table).length, 8);
  end.writeUInt32LE(Buffer.concat(local).length, 12);
  return Buffer.concat([...local, ...table, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

/** Returns the container of old Office files; `more` follows its first sector. */
export function makeCompound(more = Buffer.alloc(0)): Buffer {
  const sector = Buffer.alloc(512);
  sector.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  return Buffer.concat([sector, more]);
}
