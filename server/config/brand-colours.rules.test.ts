import { readFileSync } from 'node:fs';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { deriveAccents, getContrast } from './brand-colours.rules.ts';

/** The surfaces of the portal, by scheme, as its styles have them. */
const tokens = readFileSync('src/ui/tokens.css', 'utf8');
const surfaces = ['page', 'surface', 'sunken'].map((name) => {
  const [, light = '', dark = ''] =
    new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(tokens) ?? [];
  return { light, dark };
});

test('text in a brand’s colour is readable on every surface, in both schemes', () => {
  const colour = fc.integer({ min: 0, max: 0xffffff });
  fc.assert(
    fc.property(colour, (number) => {
      const text = `#${number.toString(16).padStart(6, '0')}`;
      const accents = deriveAccents(text);
      // It is the operator’s colour, or it is rejected.
      const isReadable = surfaces.every(({ light }) => getContrast(text, light) >= 4.5);
      expect(accents === undefined || isReadable).toBe(true);
      expect(accents?.light.accent ?? text).toBe(text);
      for (const scheme of ['light', 'dark'] as const) {
        if (!accents) return;
        const { accent, accentInk, accentWash } = accents[scheme];
        const others = [...surfaces.map((surface) => surface[scheme]), accentInk, accentWash];
        for (const other of others)
          expect(getContrast(accent, other), `${accent} ${other}`).toBeGreaterThanOrEqual(4.5);
      }
    }),
    { numRuns: 500 },
  );
});

test('known contrasts are computed as WCAG defines them', () => {
  expect(getContrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(getContrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test('a colour that is too light, or none, is rejected', () => {
  for (const text of ['#ffcc00', '#777777', '#2f4fc', 'blue', '']) {
    expect(deriveAccents(text), text).toBeUndefined();
  }
  expect(deriveAccents('#0b6b4f')?.light.accent).toBe('#0b6b4f');
});
