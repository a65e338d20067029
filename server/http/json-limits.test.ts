import { expect, test } from 'vitest';

import { assertJsonLimits } from './json-limits.ts';

const check = (text: string) => () => assertJsonLimits(Buffer.from(text), 1_000);

test.each([
  ['the same spelling', '{"phone":"1","phone":"2"}'],
  ['the same value', '{"phone":"1","phone":"1"}'],
  ['an escape', String.raw`{"phone":"1","\u0070hone":"2"}`],
  ['an escape of more than ASCII', String.raw`{"ā":"1","\u0101":"2"}`],
  ['spaces', '{ "a" : 1 , "a" : 2 }'],
  ['an object within', '{"fields":{"a":{"b":1},"a":{"b":2}}}'],
  ['a list between them', '{"a":[{"a":1},{"a":2}],"a":1}'],
  ['no name at all', '{"":1,"":2}'],
  ['the name of a prototype', '{"__proto__":1,"__proto__":2}'],
])('a key twice in one object is rejected: with %s', (_what, text) => {
  expect(check(text)).toThrow(
    /^The body has "(\w|ā)*" twice in one object\. Send each key once\.$/,
  );
});

test.each([
  ['in two objects', '[{"a":1},{"a":2}]'],
  ['in an object and one within', '{"a":{"a":{"a":1}},"b":{"a":1}}'],
  ['as a value', '{"a":"b","b":"a"}'],
  ['within a text', String.raw`{"a":"\"a\":1,\"a\":2"}`],
  ['in another case', '{"a":1,"A":2}'],
  ['in no JSON, which its parser rejects', '{"a\\":1'],
])('a key that is there again %s is not', (_what, text) => {
  expect(check(text)).not.toThrow();
});

test('a long key is shown in part', () => {
  const key = 'k'.repeat(500);
  expect(check(`{"${key}":1,"${key}":2}`)).toThrow(`"${'k'.repeat(60)}…"`);
});

test('the members of an object are counted, not those of its neighbours', () => {
  const members = (count: number) =>
    `{${Array.from({ length: count }, (_, at) => `"${at}":1`).join(',')}}`;
  expect(check(`[${members(500)},${members(400)}]`)).not.toThrow();
});

test('a text of any length ends at its quote, whatever it has before it', () => {
  const ends = ['', '"', '\\', '\\"', '\\\\', '\\\\"', '"{,[', '\\":1,', 'é"'];
  for (let length = 0; length < 200; length += 1)
    for (const end of ends) {
      const text = JSON.stringify(`${'k'.repeat(length)}${end}${'l'.repeat(length % 7)}`);
      const twice = check(`{"a":${text},"b":${text},"a":1}`);
      expect(check(`{"a":${text},"b":${text}}`), text).not.toThrow();
      expect(check(`{${text}:${text},"b":1}`), text).not.toThrow();
      expect(twice, text).toThrow('The body has "a" twice');
    }
});

/** Returns the microseconds of this thread’s processor that it takes to read a body some times. */
function processorTime(text: string, times: number): number {
  const bytes = Buffer.from(text);
  const before = process.threadCpuUsage();
  for (let time = 0; time < times; time += 1) assertJsonLimits(bytes, Infinity);
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}

test('a text is read as a key once, however many colons follow it', () => {
  const key = `"${'k'.repeat(400_000)}"`;
  processorTime(`{${key}:${'[0]'.repeat(4_000)}`, 10);
  // Once per colon took as long as the other body 400 times.
  const others = processorTime(`{${key}:${'[0]'.repeat(4_000)}`, 100);
  expect(processorTime(key + '[:]'.repeat(4_000), 1)).toBeLessThan(others);
});
