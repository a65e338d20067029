const encoder = new TextEncoder();

/** Only the first characters of a text are compared: what follows does not show in a cell. */
const maxCharacters = 40;

/** Marks what a key holds; numbers come before texts. */
const marks = { number: 1, text: 2 } as const;

/**
 * What rows are sorted by, as bytes that are compared one by one: a few bytes for each row, so that
 * a million rows take little memory. A blank text has no bytes.
 */
export class SortKeys {
  readonly #isNumeric: boolean;
  readonly #ends: Uint32Array;
  #bytes = new Uint8Array(65_536);
  #length = 0;

  /** `rows`: how many keys are added. `isNumeric`: whether the texts are meant as numbers. */
  constructor(rows: number, isNumeric: boolean) {
    this.#ends = new Uint32Array(rows + 1);
    this.#isNumeric = isNumeric;
  }

  /** Adds the key of the next text. */
  add(text: string): void {
    const start = this.#ends[this.#length]!;
    this.#length += 1;
    this.#reserve(start + 1 + maxCharacters * 3);
    this.#ends[this.#length] = this.#write(text.trim(), start);
  }

  isBlank(at: number): boolean {
    return this.#ends[at] === this.#ends[at + 1];
  }

  /** Compares two keys: negative if the first one comes first, 0 if they are equal. */
  compare(one: number, other: number): number {
    let a = this.#ends[one]!;
    let b = this.#ends[other]!;
    const aEnd = this.#ends[one + 1]!;
    const bEnd = this.#ends[other + 1]!;
    for (; a < aEnd && b < bEnd; a += 1, b += 1) {
      const difference = this.#bytes[a]! - this.#bytes[b]!;
      if (difference !== 0) return difference;
    }
    return aEnd - a - (bEnd - b);
  }

  #write(text: string, start: number): number {
    if (text === '') return start;
    const number = this.#isNumeric ? numberIn(text) : undefined;
    if (number !== undefined) {
      this.#bytes[start] = marks.number;
      return writeNumber(this.#bytes, start + 1, number);
    }
    this.#bytes[start] = marks.text;
    const target = this.#bytes.subarray(start + 1);
    return start + 1 + encoder.encodeInto(folded(text), target).written;
  }

  #reserve(length: number): void {
    if (length <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(length, this.#bytes.length * 2));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}

/** Returns the number that a text begins with, apart from signs of currency and thousands. */
function numberIn(text: string): number | undefined {
  const number = Number(text.replaceAll(/[^\d.-]/g, ''));
  return /\d/.test(text) && Number.isFinite(number) ? number : undefined;
}

/** Returns a text without the differences of case and accents. */
function folded(text: string): string {
  const start = text.slice(0, maxCharacters).toLowerCase();
  // oxlint-disable-next-line no-control-regex
  if (/^[\u0000-\u007f]*$/.test(start)) return start;
  return start.normalize('NFKD').replaceAll(/\p{M}/gu, '').slice(0, maxCharacters);
}

const float = new DataView(new ArrayBuffer(8));

/** Writes a number so that the order of the bytes is the order of the numbers. */
function writeNumber(bytes: Uint8Array, start: number, number: number): number {
  float.setFloat64(0, number);
  const isNegative = float.getUint8(0) >= 128;
  for (let at = 0; at < 8; at += 1) {
    const byte = float.getUint8(at);
    const positive = at === 0 ? byte | 128 : byte;
    bytes[start + at] = isNegative ? 255 - byte : positive;
  }
  return start + 8;
}
