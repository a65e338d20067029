import { delimiters, type Encoding } from '#contract/bulk-upload/parse-options.ts';
import { encodedText } from '#src/testing/fake-encoding.ts';

import { ownLanguages, type OwnLanguage } from './own-words.ts';

/** A file with its expected contents. */
export interface GeneratedFile {
  readonly file: File;
  /** Language, encoding and dialect, to help find the cause of a difference. */
  readonly is: string;
  readonly encoding: Encoding;
  /** Whether only one row is in the language, among English ones without accents. */
  readonly isSparse: boolean;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Names of each column; the first is the template's. */
const headers = {
  firstName: ['firstName', 'First name', 'Given name', 'FIRST_NAME'],
  lastName: ['lastName', 'Last name', 'Surname', 'Family name'],
  companyName: ['companyName', 'Company name', 'Company', 'Business name'],
  phone: ['phone', 'Phone', 'Mobile', 'Phone number'],
  email: ['email', 'Email', 'E-mail address', 'Email address'],
  amountRequested: ['amountRequested', 'Amount requested', 'Loan amount', 'Loan Amount ($)'],
  dateOfBirth: ['dateOfBirth', 'Date of birth', 'DOB', 'Birth date'],
  'businessAddress.city': ['businessAddress.city', 'Business city', 'City', 'Suburb'],
  notes: ['notes', 'Notes', 'Comments', 'Remarks'],
} as const;
type Column = keyof typeof headers;
const required = ['firstName', 'lastName', 'companyName', 'phone'] as const;
const optional = [
  'email',
  'amountRequested',
  'dateOfBirth',
  'businessAddress.city',
  'notes',
] as const;

/** Numbers that look random and are the same for a seed (mulberry32). */
class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** Returns a number from 0 up to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  of<T>(values: readonly T[]): T {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new RangeError('There is nothing to choose from.');
    return value;
  }

  /** Returns whether something of a probability happens. */
  happens(probability: number): boolean {
    return this.next() < probability;
  }

  shuffled<T>(values: readonly T[]): T[] {
    return values
      .map((value) => [this.next(), value] as const)
      .toSorted(([one], [other]) => one - other)
      .map(([, value]) => value);
  }
}

function isAscii(text: string): boolean {
  return /^[\0-\u007f]*$/.test(text);
}

const isWritten = new Map<string, boolean>();

function canWrite(text: string, encoding: Encoding): boolean {
  const key = `${encoding} ${text}`;
  let can = isWritten.get(key);
  if (can === undefined) {
    try {
      encodedText(text, encoding);
      can = true;
    } catch {
      can = false;
    }
    isWritten.set(key, can);
  }
  return can;
}

function makeCell(
  column: Column,
  { firstNames, lastNames, companies, towns, remarks }: OwnLanguage,
  chance: Chance,
  isPossible: (word: string) => boolean,
): string {
  const digits = (length: number) =>
    Array.from({ length }, () => String(chance.below(10))).join('');
  const choose = (words: readonly string[]) => chance.of([...words.filter(isPossible), 'Co']);
  if (column === 'firstName') return choose(firstNames);
  if (column === 'lastName') return choose(lastNames);
  if (column === 'companyName') return choose(companies);
  if (column === 'businessAddress.city') return choose(towns);
  if (column === 'phone') return `+614${digits(8)}`;
  if (chance.happens(0.3)) return '';
  if (column === 'email') return `client${digits(4)}@harbour.test`;
  if (column === 'amountRequested') return chance.of([`${digits(2)}000`, `$1,${digits(3)}.50`]);
  if (column === 'dateOfBirth') return `19${digits(2)}-0${1 + chance.below(9)}-1${chance.below(9)}`;
  const text = choose(remarks);
  return chance.happens(0.2)
    ? `${text}${chance.of([', ', '; ', ' "', '\n', '\t', ' | '])}${choose(remarks)}`
    : text;
}

/** Returns the file of a number: any language, encoding, size and dialect. */
export function generateFile(seed: number): GeneratedFile {
  const chance = new Chance(seed);
  const language = chance.of(ownLanguages);
  const wide = ['utf-8', 'utf-8', 'utf-16le', 'utf-16be'] as const;
  const encoding = chance.of(chance.happens(0.3) ? wide : language.encodings);
  const hasMark = encoding.startsWith('utf-') && chance.happens(0.5);
  const size = Math.round(500 ** chance.next());
  const isSparse = size > 1 && chance.happens(0.1);
  const columns = chance.shuffled([...required, ...optional.filter(() => chance.happens(0.6))]);
  const foreignRow = chance.below(size);
  const isOfEncoding = (text: string) => canWrite(text, encoding);
  const rows = Array.from({ length: size }, (_, at) =>
    columns.map((column) =>
      isSparse && at !== foreignRow
        ? makeCell(column, ownLanguages[0]!, chance, isAscii)
        : makeCell(column, language, chance, isOfEncoding),
    ),
  );
  const dialect = {
    delimiter: chance.of([',', ',', ...delimiters]),
    lineEnd: chance.of(['\r\n', '\r\n', '\n', '\r']),
    isAllQuoted: chance.happens(0.2),
    endsWithLineEnd: chance.happens(0.7),
  };
  const style = chance.below(4);
  const header = columns.map((column) => headers[column][style] ?? column);
  const text = write([header, ...rows], dialect);
  const bytes = encodedText(hasMark ? `\ufeff${text}` : text, encoding);
  return {
    file: new File([bytes], 'leads.csv'),
    is: `${seed}: ${language.is}, ${encoding}, ${size} rows, ${JSON.stringify(dialect)}`,
    encoding,
    isSparse,
    columns,
    rows,
  };
}

interface Dialect {
  readonly delimiter: string;
  readonly lineEnd: string;
  readonly isAllQuoted: boolean;
  readonly endsWithLineEnd: boolean;
}

function write(table: readonly (readonly string[])[], dialect: Dialect): string {
  const { delimiter, lineEnd, isAllQuoted, endsWithLineEnd } = dialect;
  const quoted = (cell: string) =>
    isAllQuoted || /["\r\n]/.test(cell) || cell.includes(delimiter)
      ? `"${cell.replaceAll('"', '""')}"`
      : cell;
  const lines = table.map((row) => row.map(quoted).join(delimiter));
  return lines.join(lineEnd) + (endsWithLineEnd ? lineEnd : '');
}
