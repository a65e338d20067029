import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import { countryNamed } from '#contract/v1/countries.ts';

import type { CellErrorList } from './cell-error-list.ts';
import { countedOption, findFixes } from './fix-options.ts';
import { fixCell, type FixedCells, type PhoneFixer } from './fixes.ts';
import type { IssueCells, IssueTable } from './issue-table.ts';

/** The fixes of a file's issues, and what each fix makes of a cell. */
export class IssueFixes {
  readonly #errors: CellErrorList;
  readonly #issues: IssueTable;
  /** Country codes that errors refer to by index; 0 is none. */
  readonly #countries: string[] = [''];
  #fixPhone: PhoneFixer | undefined;

  constructor(errors: CellErrorList, issues: IssueTable) {
    this.#errors = errors;
    this.#issues = issues;
  }

  /** Returns the index under which an error stores the country that its row's addresses name. */
  countryNumber(cells: readonly string[]): number {
    const code = rowCountry(cells);
    if (code === undefined) return 0;
    const known = this.#countries.indexOf(code);
    return known === -1 ? this.#countries.push(code) - 1 : known;
  }

  /** Finds the fixes of all issues. Call this after all rows are added. */
  async find(): Promise<void> {
    const hasPhones = this.#issues.list.some(({ kind }) => kind === 'phone-without-plus');
    // The phone number metadata is large, and most files don't need it.
    const phones = hasPhones ? await import('./fix-phones.ts') : undefined;
    this.#fixPhone = phones?.fixedPhone;
    findFixes(this.#errors, this.#issues.list, this.#countries, phones);
  }

  /**
   * Returns the index of an issue's option with a value; -1 if the issue has no such option. An
   * option that was not tried yet is tried with the issue's cells first, and added.
   */
  optionIndex(issue: IssueCells, value: string): number {
    const known = issue.options.findIndex((option) => option.value === value);
    const other = known === -1 ? issue.others.find(([each]) => each === value) : undefined;
    if (other === undefined) return known;
    const input = { errors: this.#errors, countries: this.#countries, fixPhone: this.#fixPhone };
    const option = countedOption(issue, this.#errorsOf(issue), other, input);
    return option.cells === 0 ? -1 : issue.options.push(option) - 1;
  }

  *#errorsOf(issue: IssueCells): Generator<number> {
    const number = this.#issues.number(issue);
    for (let at = Math.max(0, issue.first); at < this.#errors.length; at += 1)
      if (this.#errors.issue(at) === number) yield at;
  }

  /**
   * Returns the cells that an option of the error's issue writes; undefined if that option doesn't
   * fix the error.
   */
  fixedCells(at: number, option: number): FixedCells | undefined {
    const { kind, columnIndex, options } = this.#issues.at(this.#errors.issue(at));
    const country = this.#countries[this.#errors.country(at)];
    const cell = { columnIndex, text: this.#errors.text(at), country };
    return fixCell(kind, cell, options[option]?.value ?? '', this.#fixPhone);
  }
}

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
function rowCountry(cells: readonly string[]): string | undefined {
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
