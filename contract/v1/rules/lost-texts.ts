/**
 * The text that a spreadsheet saves for a value that it did not show in full. The original value
 * cannot be recovered from it.
 */
export type LostText = 'exponent' | 'hashes' | 'formula';

/** The error messages for lost texts, in the form, in a file's cells and from the service. */
export const lostTextErrors: Readonly<Record<LostText, string>> = {
  exponent: 'A spreadsheet shortened this number and its last digits are lost. Enter it again.',
  hashes: 'The spreadsheet’s column was too narrow, and its content is lost. Enter it again.',
  formula: 'A formula in the spreadsheet failed, and its value is lost. Enter it again.',
};

const exponent = /^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i;
const onlyHashes = /^#{2,}$/;
/** The errors of Excel and Google Sheets in seven languages, and those of LibreOffice. */
const formulaErrors: ReadonlySet<string> = new Set(
  `#NAME? #REF! #N/A #VALUE! #DIV/0! #NULL! #NUM! #SPILL! #CALC! #FIELD! #BLOCKED! #CONNECT! #BUSY!
  #UNKNOWN! #GETTING_DATA #ERROR! #BEZUG! #WERT! #NV #ZAHL! #NOM? #VALEUR! #NOMBRE! #NUL! #¿NOMBRE?
  #¡REF! #¡VALOR! #¡DIV/0! #¡NUM! #¡NULO! #N/D #RIF! #VALORE! #NOME? #NUMERO! #NULLO! #VALOR! #NÚM!
  #NULO! #NAAM? #VERW! #WAARDE! #DEEL/0! #GETAL! #LEEG! #N/B`.split(/\s+/),
);
const numberedError = /^Err:5\d\d$/;

/**
 * Returns which kind of lost text this is, such as `6.14E+10`, `#####` or `#N/A`; undefined if it
 * is none.
 */
export function lostText(text: string): LostText | undefined {
  if (onlyHashes.test(text)) return 'hashes';
  if (isFormulaError(text)) return 'formula';
  return exponent.test(text) ? 'exponent' : undefined;
}

/** Returns whether a text is the error of a formula, such as `#N/A`. */
export function isFormulaError(text: string): boolean {
  if (text.startsWith('#')) return formulaErrors.has(text.toUpperCase());
  return text.startsWith('Err:') && numberedError.test(text);
}

/** Returns the error message of a lost text; undefined for any other text. */
export function lostTextError(text: string): string | undefined {
  const lost = lostText(text);
  return lost && lostTextErrors[lost];
}
