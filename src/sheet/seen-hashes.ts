/** The first 26 of 32 bits tell the slot. */
const slots = 2 ** 26;
const slotShift = 6;

/**
 * Tells of which places in a list the hash may stand at another one too; given are the first 32 bits of each. Two bits for each of 67 million
 * slots: of a million different hashes all but three hundredths are told to stand once, so that only the others need to be compared.
 */
export function seenTwice(highs: Uint32Array): (at: number) => boolean {
  const once = new Uint8Array(slots / 8);
  const twice = new Uint8Array(slots / 8);
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
