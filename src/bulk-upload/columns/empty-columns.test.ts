import { describe, expect, it } from 'vitest';

import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import { addToNotes } from '#contract/bulk-upload/parse-options.ts';

import {
  emptyColumns,
  emptyColumnsSentence,
  isInTemplateOrder,
  namesAll,
} from './empty-columns.ts';

const names = templateColumns.map(({ name }) => name);
const without = (...left: string[]) => names.filter((name) => !left.includes(name));
const emptyNames = (columns: readonly (string | null)[]) =>
  emptyColumns([...columns]).map(({ name }) => name);

describe('the columns that a file leaves empty', () => {
  it('are those of the template that no column goes to', () => {
    expect(emptyColumns(null)).toEqual([]);
    expect(emptyNames([...without('abn', 'tradingName'), null])).toEqual(['tradingName', 'abn']);
  });

  it('are neither required, nor filled by the portal or by other columns', () => {
    const needed = ['firstName', 'phone', 'brokerId', 'brokerRepId'];
    expect(emptyNames(without(...needed))).toEqual([]);
    const filled = [...without('notes', 'secondaryPhone'), 'phone', addToNotes];
    expect(emptyNames(filled)).toEqual([]);
  });

  it.each([
    [['abn'], 'ABN stays empty.', true],
    [['tradingName', 'abn'], 'Trading name and ABN stay empty.', true],
    [['tradingName', 'abn', 'acn'], 'Trading name, ABN and ACN stay empty.', true],
    [['tradingName', 'abn', 'acn', 'crn'], 'Trading name, ABN and 2 others stay empty.', false],
  ])('%s are named in a sentence', (left, sentence, isAll) => {
    const empty = emptyColumns(without(...left));
    expect([emptyColumnsSentence(empty), namesAll(empty)]).toEqual([sentence, isAll]);
  });
});

describe('the order of the template', () => {
  it.each([
    ['the template itself', null, true],
    ['some of its columns, and others between', ['firstName', null, addToNotes, 'phone'], true],
    ['two columns for one of them', ['phone', 'phone', 'email'], true],
    ['two that changed places', ['lastName', 'firstName'], false],
    ['a column that came back later', ['phone', 'email', 'phone'], false],
  ])('of %s', (_what, columns, isSame) => {
    expect(isInTemplateOrder(columns)).toBe(isSame);
  });
});
