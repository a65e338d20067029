import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import { countryNamed } from '#contract/v1/countries.ts';

/** The template's country columns, those of business addresses first. */
const countryColumnIndexes = [
  'businessAddress',
  'tradingAddress',
  'physicalAddress',
  'residentialAddress',
].map((address) => templateColumns.findIndex(({ name }) => name === `${address}.country`));

/**
 * Returns the ISO 3166 code of the country that a row's addresses name; undefined if they name
 * none, an unknown one or several.
 */
export function rowCountry(cells: readonly string[]): string | undefined {
  let found: string | undefined;
  for (const columnIndex of countryColumnIndexes) {
    const text = cells[columnIndex];
    if (text === undefined || text.trim() === '') continue;
    const code = countryNamed(text);
    if (code === undefined || (found !== undefined && code !== found)) return undefined;
    found = code;
  }
  return found;
}
