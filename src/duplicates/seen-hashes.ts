/** So many of the first bits of a hash tell its slot, at least and at most. */
const leastBits = 16;
const maxBits = 26;

/**
 * Tells of which places in a list the hash may stand at another one too; given are the first 32 bits of each. Two bits for each of some
 * 32 slots a hash, 67 million at most: of different hashes all but three hundredths are told to stand once, so that only the others need
 * to be compared.
 */
export function seenTwice(highs: Uint32Array): (at: number) => boolean {
  const wanted = Math.ceil(Math.log2(highs.length * 32));
  const bits = Math.max(leastBits, Math.min(wanted, maxBits));
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
