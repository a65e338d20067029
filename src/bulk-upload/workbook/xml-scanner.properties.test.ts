import fc from 'fast-check';
import { expect, it } from 'vitest';

import { damaged } from './workbook.ts';
import { XmlScanner, type Tag, type XmlHandler } from './xml-scanner.ts';

const document = `<?xml version="1.0"?><!-- <c> -->\r\n<x:a xmlns:x="own" b="1 > 0" c='"q"' d=""><v>one &amp; &lt;two&gt; &#65;&unknown;\r\n</v><v/><t><![CDATA[<raw> &amp;]]>end</t>\t</x:a >`;

/** Records what the scanner reports, with the texts of one element together. */
class Recorder implements XmlHandler {
  readonly events: string[] = [];
  wantsText = false;
  #text = '';

  open(tag: Tag): void {
    const attributes = ['b', 'c', 'd', 'e'].map((name) => tag.attribute(name) ?? '-').join('|');
    this.events.push(`<${tag.name} ${attributes}${tag.isEmpty ? ' /' : ''}>`);
    this.wantsText = tag.name !== 'a';
    this.#text = '';
  }

  text(text: string): void {
    this.#text += text;
  }

  close(name: string): void {
    if (this.wantsText) this.events.push(this.#text);
    this.wantsText = false;
    this.events.push(`</${name}>`);
  }
}

function scan(parts: readonly string[]): string[] {
  const recorder = new Recorder();
  const scanner = new XmlScanner(recorder, { namespaces: { own: '', other: 'o' } });
  for (const part of parts) scanner.push(part);
  scanner.end();
  return recorder.events;
}

it('reports elements, attributes and texts as XML means them', () => {
  expect(scan([document])).toEqual([
    '<a 1 > 0|"q"||->',
    '<v -|-|-|->',
    'one & <two> A&unknown;\n',
    '</v>',
    '<v -|-|-|- />',
    '',
    '</v>',
    '<t -|-|-|->',
    '<raw> &amp;end',
    '</t>',
    '</a>',
  ]);
});

it('takes elements and attributes by their namespaces, whatever their prefixes are', () => {
  const texts = `<p:a xmlns:p='own' xmlns:o="strange"><q:a xmlns:q="other" q:b="1" o:b="2"/><o:v/><v xmlns="other"/></p:a>`;
  expect(scan([texts]).filter((event) => event.startsWith('<'))).toEqual([
    '<a -|-|-|->',
    '<o:a -|-|-|- />',
    '</o:a>',
    '<?o:v -|-|-|- />',
    '</?o:v>',
    '<o:v -|-|-|- />',
    '</o:v>',
    '</a>',
  ]);
});

it('reports the same wherever a document is cut into parts', () => {
  const whole = scan([document]);
  const cuts = fc.uniqueArray(fc.nat(document.length), { maxLength: 20 });
  fc.assert(
    fc.property(cuts, (places) => {
      const sorted = [0, ...places.toSorted((one, other) => one - other), document.length];
      const parts = sorted.slice(1).map((place, at) => document.slice(sorted[at], place));
      expect(scan(parts)).toEqual(whole);
    }),
  );
});

it('takes as many namespaces as a workbook may have, and no more: each element copies them', () => {
  const nested = (count: number, prefix: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => `<a xmlns:${prefix(at)}="u">`).join('');
  const declared = (count: number) =>
    `<a ${Array.from({ length: count }, (_, at) => `xmlns:p${at}="u"`).join(' ')}>`;
  for (const texts of [nested(256, () => 'p'), nested(256, (at) => `p${at}`), declared(256)])
    expect(() => scan([texts])).not.toThrow();
  for (const texts of [nested(257, () => 'p'), nested(257, (at) => `p${at}`), declared(257)])
    expect(() => scan([texts])).toThrow(damaged);
  expect(() => scan(['<a xmlns:p="u"/>'.repeat(300)])).not.toThrow();
});
