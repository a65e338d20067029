import { readFileSync } from 'node:fs';

/** Returns the content of a file in `fixtures/`. */
export function fixtureFile(name: string): Buffer<ArrayBuffer> {
  return readFileSync(new URL(`fixtures/${name}`, import.meta.url));
}

/** A file of each format that can be attached to a lead, by name. */
export const attachableFiles = {
  'statement.pdf': fixtureFile('statement.pdf'),
  'shop.png': fixtureFile('shop.png'),
  'licence.jpg': fixtureFile('licence.jpg'),
  'shop.webp': fixtureFile('shop.webp'),
  'photo.heic': fixtureFile('photo.heic'),
  'letter.docx': fixtureFile('letter.docx'),
  'books.xlsx': fixtureFile('books.xlsx'),
  'letter.doc': fixtureFile('letter.doc'),
  'books.xls': fixtureFile('books.xls'),
  'rows.csv': fixtureFile('rows.csv'),
} as const;
