/** A typed array of numbers that grows. */
export class GrowingArray<A extends Uint8Array | Uint16Array | Uint32Array> {
  array: A;
  readonly #make: (length: number) => A;

  constructor(make: (length: number) => A) {
    this.#make = make;
    this.array = make(1024);
  }

  reserve(length: number): void {
    if (length <= this.array.length) return;
    const array = this.#make(Math.max(length, this.array.length * 2));
    array.set(this.array);
    this.array = array;
  }

  /** Writes a number at an index that may be the one after the last number. */
  set(at: number, number: number): void {
    this.reserve(at + 1);
    this.array[at] = number;
  }
}

export const growingBytes = () => new GrowingArray((length) => new Uint8Array(length));
export const growingWords = () => new GrowingArray((length) => new Uint32Array(length));

/** Returns the first of `length` indexes for which `isBelow` is false; before it, it is true. */
export function lowerBound(length: number, isBelow: (at: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBelow(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
