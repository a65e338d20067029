import { crc32, deflateSync } from 'node:zlib';

import type { AttachmentType } from '#contract/v1/values.ts';

/** A small real file attached to a demo lead. */
export interface DemoFile {
  readonly fileName: string;
  readonly type: AttachmentType;
  readonly mediaType: string;
  readonly bytes: Buffer;
}

/** A bank statement, a photo and a list of transactions. */
export const demoFiles: readonly DemoFile[] = [
  {
    fileName: 'Bank statements Jul–Sep.pdf',
    type: 'Bank Statements',
    mediaType: 'application/pdf',
    bytes: makePdf('Bank statement', 'Opening balance 12 480.00, closing balance 17 902.55'),
  },
  { fileName: 'shopfront.png', type: 'Image', mediaType: 'image/png', bytes: makePng(96, 64) },
  {
    fileName: 'transactions.csv',
    type: 'Bank Statements',
    mediaType: 'text/csv',
    bytes: Buffer.from(
      'date,description,amount\r\n2026-09-01,Card takings,1204.50\r\n2026-09-02,Rent,-900.00\r\n',
    ),
  },
];

/**
 * Returns a one-page PDF with a heading, a line of text and the cross-reference table that PDF
 * readers require.
 */
export function makePdf(heading: string, line: string): Buffer {
  const text = `BT /F1 20 Tf 56 760 Td (${heading}) Tj /F1 11 Tf 0 -32 Td (${line}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
  return Buffer.from(pdf + table + trailer, 'latin1');
}

/** Returns a PNG image with a gradient. */
export function makePng(width: number, height: number): Buffer {
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: width }, (__, x) => [40 + y * 2, 90 + x, 160]).flat()]),
  );
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.concat(rows))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
