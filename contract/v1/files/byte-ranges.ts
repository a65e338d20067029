/** Reads a range of a file's bytes; `end` is exclusive. */
export type ReadRange = (start: number, end: number) => Promise<Uint8Array>;

/** Returns the numbers in bytes. */
export function viewBytes(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
