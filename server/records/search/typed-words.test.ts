import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { runs } from '#contract/testing/property-runs.ts';
import { slowestSearch } from '#server/testing/search/slowest-search.ts';

import { searchTerms } from './search-terms.ts';
import { groupNumbers, typedWords } from './typed-words.ts';

const signs = fc.string({
  unit: fc.constantFrom(...Array.from('()+-/.,:;"<>120aK')),
  maxLength: 12,
});

describe('the words of a search', () => {
  it('lose the brackets and punctuation around them', () => {
    expect(typedWords(' (Ana) "Lee", <ana@lee.test>; 02:) ')).toEqual([
      'Ana',
      'Lee',
      'ana@lee.test',
      '02',
    ]);
    expect(typedWords('+61 (0)491 ： ,;')).toEqual(['+61', '491', ':', ',;']);
    expect(typedWords('\u202A+61 491\u202C \u200B')).toEqual(['+61', '491']);
    fc.assert(
      fc.property(signs.filter(Boolean), (word) => {
        expect(typedWords(word)).toEqual(
          [word.replaceAll(/^[("<]+|[,;:")>]+$/g, '') || word].flatMap((one) =>
            one.replaceAll('(0)', ' ').split(' ').filter(Boolean),
          ),
        );
      }),
    );
  });

  it('are those of 200 characters, also where one stands for many', () => {
    expect(typedWords('ﷺ'.repeat(200)).join(' ')).toHaveLength(200);
    expect(typedWords(`${'a'.repeat(199)}𠮷`)).toEqual(['a'.repeat(199)]);
    expect(typedWords(`${'a'.repeat(198)}𠮷`)).toEqual([`${'a'.repeat(198)}𠮷`]);
  });

  it('are one number in groups of digits', () => {
    for (const number of ['0491 570 156', '+61 (2) 9374-4000', '2019 12345K', 'ABN51 824 753'])
      expect(groupNumbers(number.split(' '))).toEqual([number.split(' ')]);
    expect(groupNumbers(['REF', '1', 'A2'])).toEqual([['REF'], ['1'], ['A2']]);
    fc.assert(
      fc.property(signs, (word) => {
        const isNext = /^[(+]*[\d().+/-]*\d[\d().+/-]*[a-z]?[).]*$/i.test(word);
        expect(groupNumbers(['1', word])).toHaveLength(isNext ? 1 : 2);
      }),
      runs(1_000),
    );
  });
});

/** Returns the milliseconds of this thread's processor that a hundred searches take. */
function processorTime(q: string): number {
  const before = process.threadCpuUsage();
  for (let time = 0; time < 100; time += 1) searchTerms(q);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

it('a search of signs takes no more than some times what one of words takes', () => {
  const words = 'ordinary words '.repeat(13).slice(0, 200);
  processorTime(words);
  // With four overlapping repetitions, it took some thousand times as long.
  expect(processorTime(slowestSearch)).toBeLessThan(100 * processorTime(words));
});
