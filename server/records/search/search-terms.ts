import { foldText, isUnimportantWord } from '#server/db/search-words.ts';

import { groupNumbers, typedWords } from './typed-words.ts';
import { namesIn } from './unspaced-names.ts';

/**
 * A part of the typed text, in every way that it can be meant: the words of one reading have to be
 * found together.
 */
export interface SearchTerm {
  readonly readings: readonly (readonly string[])[];
  /**
   * What a Chinese, Japanese or Korean name is stored as that was typed without a space: family
   * name and given name in both orders.
   */
  readonly names: readonly string[];
}

/**
 * The parsed search: every term has to be found, or the record has one of the ids, or the code. The
 * code is all that was typed, without separators, if it can be one reference or number or the end
 * of an id; else null.
 */
export interface SearchTerms {
  readonly terms: readonly SearchTerm[];
  readonly ids: readonly string[];
  readonly code: string | null;
}

const shortestNumber = 5;
/** Maximum number of terms, and of words in one: what follows them narrows nothing. */
const maxTerms = 12;

/** A term that no record has. */
const nothing: SearchTerm = { readings: [], names: [] };

/** Parses a search; null when the search is empty. */
export function searchTerms(q: string): SearchTerms | null {
  const typed = typedWords(q);
  if (typed.length === 0) return null;
  // Signs alone find no record: no index has them, and reading all records takes seconds.
  const all = groupNumbers(typed).filter((group) => /[\p{L}\p{N}]/u.test(group.join('')));
  if (all.length === 0) return { terms: [nothing], ids: [], code: null };
  const important = all.filter(isImportant);
  const isEnough = important.flat().join('').length >= shortestNumber;
  const chosen = (isEnough ? important : all).slice(0, maxTerms);
  // Ids of the portal’s own records have small letters only; those of other programs may not.
  const ids = typed.filter((word) => /^[\w-]{8,64}$/.test(word));
  return {
    terms: chosen.map(toTerm),
    ids: [...ids, ...ids.map((id) => id.toLowerCase())],
    code: toCode(chosen.flat()),
  };
}

/** Returns words as one reference or number, without what separates its parts; null for others. */
function toCode(typed: readonly string[]): string | null {
  const words = typed.map(toWord);
  const code = words.join('').replaceAll(/[./_-]/g, '');
  // Several words are names, unless all have a digit or are as short as the letters of a number.
  const isOne = words.every((word) => /\d/.test(word) || word.length <= 3) && /\d/.test(code);
  return (words.length === 1 || isOne) && /^[\p{L}\p{N}]{5,40}$/u.test(code) ? code : null;
}

/** Returns whether a record has to have this; not if other words say enough. */
function isImportant(group: readonly string[]): boolean {
  return group.length > 1 || !isUnimportantWord(toWord(group[0] ?? ''));
}

/** Returns the different words of all readings. */
export function wordsIn({ terms }: SearchTerms): string[] {
  return [...new Set(terms.flatMap(({ readings, names }) => [...readings.flat(), ...names]))];
}

/** Returns a word in its stored form; as typed if normalising leaves nothing of it. */
const toWord = (typed: string): string => foldText(typed) || typed;

function toTerm(group: readonly string[]): SearchTerm {
  const words = group.map(toWord);
  const joined = words.join('').replaceAll(/[().+/-]/g, '');
  const readings: string[][] = [];
  if (/\d/.test(joined) && joined.length >= shortestNumber && /^[a-z\d]+$/.test(joined)) {
    // A phone in its national or international form: the stored one has neither 0 nor 00.
    if (/^0+[1-9]/.test(joined)) readings.push([joined.replace(/^0+/, '')]);
    else readings.push([joined]);
  }
  readings.push(distinct(words));
  if (words.length === 1) readings.push(...splitParts(words[0] ?? ''));
  return { readings: different(readings), names: words.length === 1 ? namesIn(joined) : [] };
}

/** Returns the parts of a word that is no email: `mer-4471` and `mer4471` are `mer` and `4471`. */
function splitParts(word: string): string[][] {
  if (word.includes('@')) return [];
  const parts = word.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  if (parts.length > 1) return [distinct(parts)];
  const halves = /^([a-z]{2,})(\d{3,})$/.exec(word);
  return halves ? [halves.slice(1)] : [];
}

/** Returns the first different words, as many as narrow a search. */
const distinct = (words: readonly string[]): string[] => [...new Set(words)].slice(0, maxTerms);

function different(readings: readonly string[][]): string[][] {
  return [...new Map(readings.map((words) => [words.join(' '), words])).values()];
}

/** Returns whether a typed word can be the last digits of a phone or another number. */
export const isNumberEnd = (word: string): boolean => /^\d{4,}$/.test(word);
