/**
 * What a spreadsheet leaves of a value that it did not show in full. The original value cannot be
 * recovered from such a text.
 */
export type LostText = 'exponent' | 'hashes';

/** The error messages for lost texts, in the form, in a file's cells and from the service. */
export const lostTextErrors: Readonly<Record<LostText, string>> = {
  exponent: 'A spreadsheet shortened this number and its last digits are lost. Enter it again.',
  hashes: 'The spreadsheet’s column was too narrow, and its content is lost. Enter it again.',
};

const exponent = /^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i;
const onlyHashes = /^#{2,}$/;

/**
 * Returns which kind of lost text this is, such as `6.14E+10` or `#####`; undefined if it is none.
 */
export function lostText(text: string): LostText | undefined {
  if (onlyHashes.test(text)) return 'hashes';
  return exponent.test(text) ? 'exponent' : undefined;
}

/** Returns the error message of a lost text; undefined for any other text. */
export function lostTextError(text: string): string | undefined {
  const lost = lostText(text);
  return lost && lostTextErrors[lost];
}
