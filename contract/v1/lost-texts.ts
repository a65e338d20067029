/** What a spreadsheet leaves of a value that it did not show in full. Nothing in it tells what stood there. */
export type LostText = 'exponent' | 'hashes';

/** What is said of it: in the form, of a cell of a file, and by the service. */
export const lostTextErrors: Readonly<Record<LostText, string>> = {
  exponent: 'A spreadsheet shortened this number and its last digits are lost. Type it again.',
  hashes: 'The spreadsheet’s column was too narrow, and what stood here is lost. Type it again.',
};

const exponent = /^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i;
const onlyHashes = /^#{2,}$/;

/** Whether a text is `6.14E+10`, or `#####`; undefined: neither. */
export function lostText(text: string): LostText | undefined {
  if (onlyHashes.test(text)) return 'hashes';
  return exponent.test(text) ? 'exponent' : undefined;
}

/** The sentence for such a text; undefined: it is none. */
export function lostTextError(text: string): string | undefined {
  const lost = lostText(text);
  return lost && lostTextErrors[lost];
}
