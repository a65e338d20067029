/** A random generator that produces the same values every time. */
export interface Random {
  /** At least 0, less than 1. */
  fraction(): number;
  /** A whole number, both bounds included. */
  int(from: number, to: number): number;
  pick<T>(values: readonly T[]): T;
  letter(letters: string): string;
  /** True with the probability `share`. */
  chance(share: number): boolean;
  digits(count: number): string;
  /** Returns a text in the form of a record id. */
  id(): string;
}

const idLetters = 'abcdefghijklmnopqrstuvwxyz234567';

/** Returns a mulberry32 generator: small and fast. */
export function randomFrom(seed: number): Random {
  let state = seed;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (from: number, to: number) => from + Math.floor(fraction() * (to - from + 1));
  const pick = <T>(values: readonly T[]): T => {
    const value = values[int(0, values.length - 1)];
    if (value === undefined) throw new RangeError('There is nothing to pick from.');
    return value;
  };
  const letter = (letters: string) => letters.charAt(int(0, letters.length - 1));
  const text = (count: number, letters: string) =>
    Array.from({ length: count }, () => letter(letters)).join('');
  return {
    fraction,
    int,
    pick,
    letter,
    chance: (share) => fraction() < share,
    digits: (count) => text(count, '0123456789'),
    id: () => text(24, idLetters),
  };
}
