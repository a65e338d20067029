const slots = 2 ** 26;
/** The first 26 of 53 bits tell the slot. */
const hashesOfSlot = 2 ** 27;

/**
 * Tells which hashes may have come twice, in two bits for each of 67 million slots: of a million different ones all but a hundredth are
 * told to be single, so that only the others need to be compared.
 */
export class SeenHashes {
  #once = new Uint8Array(slots / 8);
  #twice = new Uint8Array(slots / 8);

  add(hash: number): void {
    const slot = Math.floor(hash / hashesOfSlot);
    const at = slot >>> 3;
    const bit = 1 << (slot & 7);
    if ((this.#once[at]! & bit) === 0) this.#once[at]! |= bit;
    else this.#twice[at]! |= bit;
  }

  /** Whether the hash, or another of its slot, came twice. */
  isTwice(hash: number): boolean {
    const slot = Math.floor(hash / hashesOfSlot);
    return (this.#twice[slot >>> 3]! & (1 << (slot & 7))) !== 0;
  }

  /** Gives the memory back; nothing was seen then. */
  clear(): void {
    this.#once = new Uint8Array();
    this.#twice = new Uint8Array();
  }
}
