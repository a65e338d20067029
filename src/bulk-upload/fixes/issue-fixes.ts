import { secondaryIndexes, templateColumnIndex } from '#contract/bulk-upload/lead-template.ts';
import { countryNamed } from '#contract/v1/countries.ts';
import { isPhoneIssue, type PhoneIssueKind } from '#src/lib/values/contact-texts.ts';
import type { KnownContact } from '#src/lib/values/contacts.ts';
import { loadWorkerPart } from '#src/lib/worker-part.ts';

import type { CellErrorList } from './cell-error-list.ts';
import { countOptions, findFix, findFixes } from './fix-options.ts';
import { fixCell, type FixedCells, type Fixers } from './fixes.ts';
import type { IssueKind } from './issue-kinds.ts';
import { separateChoices, listErrors, moveErrors } from './issue-parts.ts';
import type { IssueCells, IssueTable } from './issue-table.ts';
import { separateParts, type PhoneInput } from './phone-questions.ts';
import { hasSecondValue } from './row-issues.ts';

/** The invalid cells of a file, and the changes of its rows since. */
interface FileCells {
  readonly errors: CellErrorList;
  readonly issues: IssueTable;
  /** The texts that people entered, by row and column index. */
  readonly edits: ReadonlyMap<number, ReadonlyMap<number, string>>;
  readonly isBlankRow: (row: number) => boolean;
  readonly contacts: readonly KnownContact[];
}

/** The fixes of a file's issues, and what each fix makes of a cell. */
export class IssueFixes {
  readonly #file: FileCells;
  /** Country codes that errors refer to by index; 0 is none. */
  readonly #countries: string[] = [''];
  #phones: PhoneInput['phones'];

  constructor(file: FileCells) {
    this.#file = file;
  }

  /** Returns the index under which an error stores the country that its row's addresses name. */
  countryNumber(cells: readonly string[]): number {
    return this.numberOfCountry(rowCountry(cells) ?? '');
  }

  /** Returns the index under which errors store a country; 0 for `''`, which is none. */
  numberOfCountry(code: string): number {
    const known = this.#countries.indexOf(code);
    return known === -1 ? this.#countries.push(code) - 1 : known;
  }

  /** Finds the fixes of all issues. Call this after all rows are added. */
  async find(): Promise<void> {
    const ofPhones = this.#file.issues.list.filter(({ kind }) => isPhoneIssue(kind));
    // The phone number metadata is large, and most files don't need it.
    if (ofPhones.length > 0)
      this.#phones = await loadWorkerPart(async () => import('#src/lib/values/phones.ts'));
    for (const issue of ofPhones) separateParts(issue, this.#input());
    separateChoices(this.#input());
    findFixes(this.#input());
  }

  get #fixers(): Fixers {
    return { readPhones: this.#phones?.readPhones, contacts: this.#file.contacts };
  }

  #input(): PhoneInput {
    const { errors, issues } = this.#file;
    const countries = this.#countries;
    const isCounted = (at: number) => this.#applies(at) && !this.#wouldReplaceEdit(at);
    const [phones, fixers] = [this.#phones, this.#fixers];
    return { errors, issues, countries, phones, fixers, isCounted };
  }

  /** Returns whether a cell is unchanged since the file was read. */
  #applies(at: number): boolean {
    const row = this.#file.errors.row(at);
    return (
      !this.#file.edits.get(row)?.has(this.#file.errors.columnIndex(at)) &&
      !this.#file.isBlankRow(row)
    );
  }

  #wouldReplaceEdit(at: number): boolean {
    const { kind, columnIndex } = this.#file.issues.at(this.#file.errors.issue(at));
    const second = hasSecondValue(kind) ? secondaryIndexes.get(columnIndex) : undefined;
    return (
      second !== undefined && this.#file.edits.get(this.#file.errors.row(at))?.has(second) === true
    );
  }

  /**
   * Returns the index of an issue's option with a value; -1 if the issue has no such option. An
   * option that was not tried yet is tried with the issue's cells first, and added.
   */
  optionIndex(issue: IssueCells, value: string): number {
    const known = issue.options.findIndex((one) => one.value === value);
    const other = known === -1 ? issue.others.find(([each]) => each === value) : undefined;
    if (other === undefined) return known;
    const input = this.#input();
    const [option] = countOptions(issue, listErrors(issue, input), [other], input);
    return !option || option.examples.length === 0 ? -1 : issue.options.push(option) - 1;
  }

  /** Returns the issue and the option of a stored answer; undefined if the file has none of it. */
  storedResolution(key: string, value: string): [issue: IssueCells, option: number] | undefined {
    const issue = this.#file.issues.find(key);
    if (issue === undefined) return undefined;
    // A question asked now may have been stored when it needed no answer.
    const isOnly = value === '' && issue.options.length === 1;
    const option = isOnly ? 0 : this.optionIndex(issue, value);
    return option === -1 ? undefined : [issue, option];
  }

  /** Whether a question about the file's phones has an answer. */
  get hasAnsweredPhones(): boolean {
    return this.#file.issues.list.some(({ kind, chosen }) => chosen !== null && isPhoneIssue(kind));
  }

  /**
   * Returns the number that the answers for the file's phones make of the one in a row's cell, the
   * first answer first; undefined if none does, or if something would be lost. `kind`: the cell's.
   */
  answeredPhone(kind: PhoneIssueKind, columnIndex: number, cells: readonly string[]) {
    const issue = losesNothing.has(kind)
      ? this.#file.issues.ofPhones(columnIndex, kind)
      : undefined;
    const country = columnIndex === contactPhone ? undefined : rowCountry(cells);
    const part = country ? undefined : this.#file.issues.find(`${issue?.key}:no-country`);
    const cell = { columnIndex, text: cells[columnIndex] ?? '', country };
    for (let one = part ?? issue; one; one = one.rest ?? undefined) {
      const option = one.options[one.chosen ?? -1];
      const fixed = option && fixCell(kind, cell, option.value, this.#fixers);
      if (fixed?.[0]) return fixed[0][1];
    }
    return undefined;
  }

  /** Gives the cells that the applied answer left an issue of their own, which asks again. */
  separateRest(issue: IssueCells): void {
    const { chosen, others, kind, question } = issue;
    const isAmbiguous = others.length > 0 || (canBeContradicted.has(kind) && question !== '');
    if (chosen === null || !isAmbiguous) return;
    const input = this.#input();
    const rest = this.#file.issues.restOf(issue);
    const findRest = (at: number) => (this.#fix(at, chosen, issue) ? undefined : rest);
    rest.found = moveErrors(input, issue, findRest, (at) => this.#applies(at));
    findFix(rest, [...listErrors(rest, input)], input);
    const answered = new Set(answeredBefore(rest));
    rest.others = rest.others.filter(([value]) => !answered.has(value));
  }

  /** Returns the cells that the issue's answer left to the issue. No fix of theirs is applied. */
  rejoinRest(issue: IssueCells): void {
    if (issue.rest === null) return;
    this.rejoinRest(issue.rest);
    moveErrors(
      this.#input(),
      issue.rest,
      () => issue,
      (at) => this.#applies(at),
    );
  }

  /**
   * Follows the edits of a row: a fix that writes two cells isn't applied where a person entered
   * the second one. Returns the issues of the cells that changed.
   */
  followEdits(row: number): IssueCells[] {
    const changed: IssueCells[] = [];
    const errors = this.#file.errors;
    for (let at = errors.firstOf(row); at < errors.length && errors.row(at) === row; at += 1) {
      const issue = this.#file.issues.at(errors.issue(at));
      if (issue.chosen === null || !hasSecondValue(issue.kind)) continue;
      const isFixed = this.fixedCells(at, issue.chosen) !== undefined;
      if (isFixed === errors.isFixed(at)) continue;
      errors.setFixed(at, isFixed);
      changed.push(issue);
    }
    return changed;
  }

  /**
   * Returns the cells that an option of the error's issue writes, or of the issue whose answer left
   * the error; undefined if that option doesn't fix the error.
   */
  fixedCells(
    at: number,
    option: number,
    issue = this.#file.issues.at(this.#file.errors.issue(at)),
  ): FixedCells | undefined {
    return this.#wouldReplaceEdit(at) ? undefined : this.#fix(at, option, issue);
  }

  #fix(at: number, option: number, issue: IssueCells): FixedCells | undefined {
    const { kind, columnIndex, options } = issue;
    const country = this.#countries[this.#file.errors.country(at)];
    const cell = { columnIndex, text: this.#file.errors.text(at), country };
    return fixCell(kind, cell, options[option]?.value ?? '', this.#fixers);
  }
}

/** Issues where a cell can contradict the answer to the question: it is asked about again. */
const canBeContradicted: ReadonlySet<IssueKind> = new Set(['date-order', 'date-short-year']);

/** Kinds of phones that lose at most a label, such as "Tel", in a fix. */
const losesNothing: ReadonlySet<IssueKind> = new Set(['phone-without-plus', 'phone-label']);

/** The partner's own phone: the client's country says nothing about it. */
export const contactPhone = templateColumnIndex('brokerContactNumber');

function* answeredBefore(rest: IssueCells): Generator<string> {
  for (let one = rest.after; one; one = one.after) yield one.options[one.chosen ?? -1]?.value ?? '';
}

/** The template's country columns, those of business addresses first. */
const countryColumnIndexes = [
  'businessAddress',
  'tradingAddress',
  'physicalAddress',
  'residentialAddress',
].map((address) => templateColumnIndex(`${address}.country`));

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
