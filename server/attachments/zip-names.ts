/** Reads bytes of a file; the end is not included. */
export type ReadRange = (start: number, end: number) => Promise<Buffer>;

const endLength = 22;
const longestComment = 65_535;
const endMark = Buffer.from('PK\x05\x06', 'latin1');
const entryMark = Buffer.from('PK\x01\x02', 'latin1');
const entryLength = 46;
/** An office document's table of contents is a few kilobytes; a larger one is not read. */
const largestTable = 4 * 1024 * 1024;

/** The names of what a zip container holds, from its table of contents; empty when it has none that can be read. */
export async function zipNames(read: ReadRange, size: number): Promise<string[]> {
  const tail = await read(Math.max(0, size - endLength - longestComment), size);
  const end = tail.lastIndexOf(endMark);
  if (end < 0 || end + endLength > tail.length) return [];
  const length = tail.readUInt32LE(end + 12);
  const start = tail.readUInt32LE(end + 16);
  if (length === 0 || length > largestTable || start + length > size) return [];
  return namesIn(await read(start, start + length));
}

function namesIn(table: Buffer): string[] {
  const names: string[] = [];
  let at = 0;
  while (at + entryLength <= table.length && table.subarray(at, at + 4).equals(entryMark)) {
    const nameEnd = at + entryLength + table.readUInt16LE(at + 28);
    names.push(table.toString('utf8', at + entryLength, nameEnd));
    at = nameEnd + table.readUInt16LE(at + 30) + table.readUInt16LE(at + 32);
  }
  return names;
}
