/** Min and max number of leading hash bits that select a slot. */
const minBits = 16;
const maxBits = 26;

/**
 * Returns a function that returns whether the hash at an index may occur at another index too.
 * `highs`: the first 32 bits of each hash.
 *
 * Uses two bits for each slot, and about 32 slots a hash, at most 67 million slots. With enough
 * slots, all but 3% of the unique hashes are recognised as unique, so that only the others have to
 * be compared.
 */
export function seenTwice(highs: Uint32Array): (at: number) => boolean {
  const wanted = Math.ceil(Math.log2(highs.length * 32));
  const bits = Math.max(minBits, Math.min(wanted, maxBits));
  const slotShift = 32 - bits;
  const once = new Uint8Array(2 ** bits / 8);
  const twice = new Uint8Array(2 ** bits / 8);
  for (let at = 0; at < highs.length; at += 1) {
    const slot = highs[at]! >>> slotShift;
    const bit = 1 << (slot & 7);
    if ((once[slot >>> 3]! & bit) === 0) once[slot >>> 3]! |= bit;
    else twice[slot >>> 3]! |= bit;
  }
  return (at) => {
    const slot = highs[at]! >>> slotShift;
    return (twice[slot >>> 3]! & (1 << (slot & 7))) !== 0;
  };
}
