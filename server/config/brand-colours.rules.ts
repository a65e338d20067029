/** The accent of one colour scheme, as `src/ui/tokens.css` names its uses; `#rrggbb` each. */
export interface Accent {
  readonly accent: string;
  /** Text on the accent. */
  readonly accentInk: string;
  readonly accentWash: string;
}

type Rgb = readonly [red: number, green: number, blue: number];

/** The surfaces of `src/ui/tokens.css` that have links and marks in the accent, and its ink. */
const schemes = {
  light: { surfaces: ['#ffffff', '#fafaf9', '#f4f4f2'], ink: '#ffffff', wash: 0.08 },
  dark: { surfaces: ['#191b1e', '#121315', '#0e0f10'], ink: '#10131f', wash: 0.18 },
} as const;

/** The contrast that WCAG 2.2 asks of text (1.4.3). */
const minContrast = 4.5;

/** Returns the colour of a text such as `#2f4fc4`; undefined for any other text. */
function readColour(text: string): Rgb | undefined {
  const [, red = '', green = '', blue = ''] =
    /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(text) ?? [];
  if (red === '') return undefined;
  return [parseInt(red, 16), parseInt(green, 16), parseInt(blue, 16)];
}

function writeColour(colour: Rgb): string {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Returns the relative luminance that WCAG 2.2 defines. */
function getLuminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast of two colours: 1 to 21. */
export function getContrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [one, other]
    .map((text) => getLuminance(readColour(text) ?? [0, 0, 0]))
    .toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function mix(colour: Rgb, other: Rgb, share: number): Rgb {
  const [red, green, blue] = colour;
  const part = (from: number, to: number) => from + (to - from) * share;
  return [part(red, other[0]), part(green, other[1]), part(blue, other[2])];
}

const white: Rgb = [255, 255, 255];

/** Returns the accent of a scheme in a colour; undefined if text in it could not be read. */
function toAccent(colour: Rgb, { surfaces, ink, wash }: (typeof schemes)['light' | 'dark']) {
  const accent = writeColour(colour);
  const [surface] = surfaces;
  const accentWash = writeColour(mix(readColour(surface) ?? white, colour, wash));
  const isReadable = [...surfaces, accentWash, ink].every(
    (other) => getContrast(accent, other) >= minContrast,
  );
  return isReadable ? { accent, accentInk: ink, accentWash } : undefined;
}

/**
 * Returns the accents of a brand’s colour: in the light scheme the colour as it is; in the dark one
 * as little lighter as its text needs. undefined if it is no colour, or too light to be read on
 * white.
 */
export function deriveAccents(text: string): Record<keyof typeof schemes, Accent> | undefined {
  const colour = readColour(text);
  const light = colour && toAccent(colour, schemes.light);
  if (!colour || !light) return undefined;
  for (let share = 0; share <= 1; share += 0.05) {
    const dark = toAccent(mix(colour, white, share), schemes.dark);
    if (dark) return { light, dark };
  }
  return undefined;
}
