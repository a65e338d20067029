import { fixtureFile } from '#server/testing/fixture-files.ts';

/** A file in the form of Playwright's `setInputFiles`. */
export interface SampleFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Returns a one-page PDF. */
export function pdf(name: string): SampleFile {
  return { name, mimeType: 'application/pdf', buffer: fixtureFile('statement.pdf') };
}

/** Returns a small picture. */
export function png(name: string): SampleFile {
  return { name, mimeType: 'image/png', buffer: fixtureFile('shop.png') };
}

/** Returns a bank's CSV export, with the empty media type that Windows gives it. */
export function csv(name: string): SampleFile {
  return { name, mimeType: '', buffer: fixtureFile('rows.csv') };
}
