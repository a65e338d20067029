import { saveAdvice } from '#contract/bulk-upload/csv-text.ts';
import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import type { Encoding } from '#contract/bulk-upload/parse-options.ts';
import { nameEncoding } from '#src/bulk-upload/encodings/encoding-names.ts';
import {
  findLostLetter,
  mayHaveLostLetters,
  MisreadWords,
} from '#src/bulk-upload/encodings/misread-words.ts';
import { originalReading } from '#src/bulk-upload/encodings/original-reading.ts';
import { count } from '#src/lib/numbers.ts';

import type { FileNotice } from './recognition.ts';
import type { RowSlice } from './row-format.ts';

/** All doubtful cells are counted; at most this many are shown. */
const maxExamples = 3;
/** How many characters of a longer cell are shown before and after the doubtful letter. */
const excerptLengths = { before: 12, after: 28 } as const;

/** By column index: whether the cells are names or parts of an address. */
const isName = templateColumns.map(({ name }) =>
  /name$|^callOnBehalfOf$|^industry|address\./i.test(name),
);

interface SuspectCell {
  readonly row: number;
  readonly label: string;
  readonly excerpt: string;
}

/** The cells that show how the file was written: at most so many, and of so many characters. */
const maxTexts = 50;
const maxTextLength = 200;

/** The encodings in which a text that was written in another one has words of no language. */
const westernEncodings: ReadonlySet<Encoding> = new Set(['windows-1252', 'macintosh']);

type Find = (text: string, isName: boolean) => number;

/** Counts the cells with one kind of doubt. */
class SuspectCells {
  cells = 0;
  readonly examples: SuspectCell[] = [];
  /** The first different cells, as they were read. */
  readonly texts: string[] = [];

  add({ rows, firstRow }: RowSlice, find: Find): void {
    for (const [at, row] of rows.entries()) {
      for (const [columnIndex, { label }] of templateColumns.entries()) {
        const text = row[columnIndex] ?? '';
        if (text === '') continue;
        const found = find(text, isName[columnIndex] === true);
        if (found === -1) continue;
        this.cells += 1;
        this.#keep(text);
        if (this.examples.length < maxExamples)
          this.examples.push({ row: firstRow + at, label, excerpt: excerpt(text, found) });
      }
    }
  }

  #keep(text: string): void {
    const isNew = this.texts.length < maxTexts && !this.texts.includes(text);
    if (isNew && text.length <= maxTextLength) this.texts.push(text);
  }
}

/** Counts the cells of a file whose letters seem misread or lost, and stores a few as examples. */
export class LetterWarnings {
  readonly #words = new MisreadWords();
  readonly #misread = new SuspectCells();
  readonly #lost = new SuspectCells();
  readonly #isWestern: boolean;

  constructor(encoding: Encoding) {
    this.#isWestern = westernEncodings.has(encoding);
  }

  add(slice: RowSlice): void {
    const find = (text: string) => this.#words.find(text);
    if (this.#isWestern && find(slice.text) !== -1) this.#misread.add(slice, find);
    if (mayHaveLostLetters(slice.text)) this.#lost.add(slice, findLostLetter);
  }

  /**
   * Returns the notices about doubtful letters. `isUtf8`: whether the file is UTF-8 but was read in
   * another encoding, which another notice reports. `isPart`: whether the file has further rows.
   */
  notices(isUtf8: boolean, isPart = false): FileNotice[] {
    return [
      ...(isUtf8 ? [] : listNotices(this.#misread, misreadTexts, isPart)),
      ...listNotices(this.#lost, lostTexts, isPart),
    ];
  }
}

interface WarningTexts {
  readonly title: (cells: string) => string;
  readonly advice: (cells: SuspectCells) => string;
}

const misreadTexts: WarningTexts = {
  title: (cells) => `The letters of ${cells} look wrong.`,
  advice: ({ texts }) =>
    `${likelyReading(texts)} See under “Letters look wrong?” whether another encoding shows them right, or ${saveAdvice}.`,
};

const lostTexts: WarningTexts = {
  title: (cells) => `Letters are missing in ${cells}.`,
  advice: () =>
    `A ? or � stands where a letter was: Excel writes ? for letters such as ā, ł or ễ when it saves plain CSV. To get them back, ${saveAdvice}.`,
};

/** Returns sentences about the encoding that misread cells were probably written in. */
function likelyReading(texts: readonly string[]): string {
  const reading = originalReading(texts);
  if (reading === null) return 'They were probably saved in another encoding.';
  const { encoding, text } = reading;
  return `In ${nameEncoding(encoding)}, the first would be “${text}”. Rows joined from several files can be in different encodings.`;
}

function listNotices(suspect: SuspectCells, texts: WarningTexts, isPart: boolean): FileNotice[] {
  const { cells, examples } = suspect;
  if (cells === 0) return [];
  const number = cells === 1 ? '1 cell' : `${count(cells)} cells`;
  return [
    {
      kind: 'letters',
      weight: 'warn',
      title: texts.title(isPart ? `at least ${number}` : number),
      advice: texts.advice(suspect),
      examples: examples.map(
        ({ row, label, excerpt: text }) => `Row ${count(row)}, ${label}: ${text}`,
      ),
    },
  ];
}

/**
 * Returns a short cell, or the part of a long cell around an index, with U+FFFD in place of control
 * characters.
 */
function excerpt(text: string, at: number): string {
  const start =
    text.length > excerptLengths.before + excerptLengths.after
      ? Math.max(0, at - excerptLengths.before)
      : 0;
  const end = Math.min(text.length, Math.max(at, excerptLengths.before) + excerptLengths.after);
  const part = text.slice(start, end).replaceAll(/\p{Cc}/gu, '\ufffd');
  return `${start > 0 ? '…' : ''}${part}${end < text.length ? '…' : ''}`;
}
