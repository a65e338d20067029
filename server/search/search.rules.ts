import { type SearchedField, searchedLeadFields } from '#contract/portal/search.ts';
import { foldText } from '#server/db/search-words.ts';
import { hasEnoughLetters, isNear, isNearBeginning } from '#server/records/search/near-words.ts';
import { isNumberEnd } from '#server/records/search/search-terms.ts';
import type { SearchTerm, SearchTerms } from '#server/records/search/search-terms.ts';

import type { CandidateRow } from './search.store.ts';

/** A field of a record, as it is shown. */
export interface FoundField {
  readonly field: SearchedField;
  readonly value: string;
}

/** How well a record matches, and by which field. */
export interface Match {
  /** Higher is better. */
  readonly score: number;
  readonly best: FoundField | null;
  /** Whether a field has been found for every term. */
  readonly isWhole: boolean;
}

/** How much a field says about the record: a contact or partner has many records. */
const weights: Partial<Record<SearchedField, number>> = {
  tradingName: 0.95,
  secondaryPhone: 0.95,
  secondaryEmail: 0.95,
  contact: 0.5,
  partner: 0.4,
};

/** How well a word is matched, from the whole word to a part of one with a typing error. */
const qualities = { whole: 1, near: 0.7, beginning: 0.8, inside: 0.55, nearBeginning: 0.45 };
/** The rank that a field adds if the search says all of it. */
const completeness = 0.5;

interface NormalisedField extends FoundField {
  readonly text: string;
  readonly words: readonly string[];
  /** Without what separates groups of digits or parts of a reference. */
  readonly joined: string;
  /** As {@link joined}, with the words in the other order. */
  readonly turned: string;
}

/** Returns how well the fields of a record match a search: its terms, or the code it may be. */
export function matchFields(
  fields: readonly FoundField[],
  { terms, ids, code }: SearchTerms,
): Match {
  const normalised = fields.filter(({ value }) => value !== '').map(normalise);
  const byId = normalised.find(({ field, value }) => field === 'id' && ids.includes(value));
  if (byId) return { score: Number.MAX_SAFE_INTEGER, best: byId, isWhole: true };
  const byTerms = matchTerms(normalised, terms);
  if (code === null) return byTerms;
  const byCode = matchTerms(normalised, [{ readings: [[code]], names: [] }]);
  return byCode.score > byTerms.score ? byCode : byTerms;
}

function matchTerms(normalised: readonly NormalisedField[], terms: readonly SearchTerm[]): Match {
  const found = new Map<NormalisedField, { score: number; length: number }>();
  let score = 0;
  let matched = 0;
  for (const term of terms) {
    const { field, value, length } = findBestField(normalised, term);
    if (!field) continue;
    score += value;
    matched += 1;
    const before = found.get(field) ?? { score: 0, length: 0 };
    found.set(field, { score: before.score + value, length: before.length + length });
  }
  for (const [field, { length }] of found)
    score += completeness * weigh(field) * Math.min(1, length / field.joined.length);
  const [best] = [...found].toSorted(([, one], [, other]) => other.score - one.score);
  return {
    score: score / Math.max(1, terms.length),
    best: best?.[0] ?? null,
    isWhole: matched === terms.length,
  };
}

function normalise(field: FoundField): NormalisedField {
  const text = foldText(field.value);
  const words = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return { ...field, text, words, joined: words.join(''), turned: words.toReversed().join('') };
}

const weigh = ({ field }: FoundField): number => weights[field] ?? 1;

/** Returns the field that a term matches best, how well, and how many of its characters. */
function findBestField(fields: readonly NormalisedField[], { readings: typed, names }: SearchTerm) {
  const readings = [...typed, ...names.map((name) => [name])];
  let best: { field?: NormalisedField; value: number; length: number } = { value: 0, length: 0 };
  for (const field of fields)
    for (const words of readings) {
      const each = words.map((word) => rateWord(word, field));
      const value = (each.reduce((sum, one) => sum + one, 0) / words.length) * weigh(field);
      const { length } = words.join('');
      const isBetter = value > best.value || (value === best.value && length > best.length);
      if (isBetter && !each.includes(0)) best = { field, value, length };
    }
  // A reading whose words are in different fields.
  if (best.field === undefined)
    for (const word of readings.flat()) {
      const field = fields.find((one) => rateWord(word, one) > 0);
      if (field) return { field, value: qualities.nearBeginning / 2, length: word.length };
    }
  return best;
}

/** Returns how well a word matches a field; 0 if it does not. */
function rateWord(word: string, { field, text, words, joined, turned }: NormalisedField): number {
  const letters = word.replaceAll(/[^\p{L}\p{N}]+/gu, '') || word;
  if (words.includes(letters) || joined === letters || text === word) return qualities.whole;
  // A phone is stored with its country: the national number ends it.
  if ((isNumberEnd(letters) || field === 'id') && joined.endsWith(letters)) return 0.98;
  if (words.some((one) => one.startsWith(letters)) || text.startsWith(word))
    return qualities.beginning;
  if (joined.includes(letters) || text.includes(word)) return qualities.inside;
  if (!hasEnoughLetters(letters)) return 0;
  if ([...words, joined, turned].some((one) => isNear(one, letters))) return qualities.near;
  if (isNearEnd(joined, letters)) return qualities.near;
  return words.some((one) => isNearBeginning(one, letters)) ? qualities.nearBeginning : 0;
}

/** Returns whether digits end like a number, except for a typing error. */
function isNearEnd(joined: string, digits: string): boolean {
  if (!/^\d{7,}$/.test(digits)) return false;
  return [-1, 0, 1].some((more) => isNear(joined.slice(-(digits.length + more)), digits));
}

/** Returns the fields of a record that the reader can find it by. */
export function listFields(
  row: CandidateRow,
  names: readonly ('contact' | 'partner')[],
): FoundField[] {
  const text = (name: string) => readText(row, name);
  const found: FoundField[] = [
    { field: 'dealName', value: row.deal_name ?? '' },
    { field: 'customer', value: row.customer ?? '' },
    { field: 'sfid', value: row.sfid ?? '' },
    { field: 'id', value: row.id },
    { field: 'name', value: nameClient(row) },
    { field: 'contact', value: names.includes('contact') ? row.contact_name : '' },
    { field: 'partner', value: names.includes('partner') ? row.partner_name : '' },
    ...searchedLeadFields.map((field) => ({ field, value: text(field) })),
    { field: 'partnerLeadReferenceId', value: row.reference ?? '' },
  ];
  return found.filter(({ value }) => value !== '');
}

/** Returns a text of the lead; empty if there is none. */
export function readText({ fields }: CandidateRow, name: string): string {
  const value = fields?.[name];
  return typeof value === 'string' ? value : '';
}

/** Returns the name of the client. */
export function nameClient(row: CandidateRow): string {
  return `${readText(row, 'firstName')} ${readText(row, 'lastName')}`.trim();
}
