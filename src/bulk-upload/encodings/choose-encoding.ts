import type { Encoding } from '#contract/bulk-upload/parse-options.ts';

import { rankEncodings, type RankedEncoding } from './rank-encodings.ts';

/** The encoding in which some bytes are read, and how sure that is. */
export interface EncodingChoice {
  readonly encoding: Encoding;
  readonly isSure: boolean;
  /**
   * The encodings in which the bytes make plausible words, one for each different text: the chosen
   * one first, then the likeliest.
   */
  readonly likely: readonly Encoding[];
}

/** Differences of costs, which are natural logarithms of how many times one is more probable. */
const margins = {
  /** From which on an encoding is certain enough to be taken. */
  sure: 10,
  /** From which on Western text is certain: most files are. */
  usual: 2.5,
  /** Up to which an encoding is worth a look. */
  likely: 6,
} as const;
/** Min number of different bytes beyond ASCII that decide; fewer prove nothing. */
const minBytes = 3;
const maxLikely = 4;

/**
 * Chooses the encoding of some bytes that are not UTF-8, by the words they make in each encoding.
 * Without enough evidence the choice is windows-1252, and not sure.
 */
export function chooseEncoding(bytes: Uint8Array): EncodingChoice {
  const [first, ...others] = differentTexts(rankEncodings(bytes));
  const usual: Encoding = 'windows-1252';
  if (first === undefined) return { encoding: usual, isSure: true, likely: [usual] };
  const margin = (others[0]?.cost ?? Infinity) - first.cost;
  const [best] = first.encodings;
  const isUsual = first.encodings.includes(usual);
  if (isUsual && margin >= margins.usual) return { encoding: usual, isSure: true, likely: [usual] };
  const isEnough = new Set(bytes.filter((byte) => byte > 0x7f)).size >= minBytes;
  const usualText = [first, ...others].find(({ encodings }) => encodings.includes(usual));
  const isFar = (usualText?.cost ?? Infinity) - first.cost >= margins.sure;
  if (isEnough && isFar && margin >= margins.sure)
    return { encoding: best, isSure: true, likely: [best] };
  const encoding = isEnough && isFar ? best : usual;
  const likely = [first, ...others]
    .filter(({ cost }) => cost - first.cost < margins.likely)
    .map(({ encodings }) => (encodings.includes(usual) ? usual : encodings[0]))
    .filter((one) => one !== encoding);
  return { encoding, isSure: false, likely: [encoding, ...likely].slice(0, maxLikely) };
}

/** Encodings in which some bytes are the same text, the most probable first. */
interface SameText {
  readonly cost: number;
  readonly encodings: [Encoding, ...Encoding[]];
}

function differentTexts(ranked: readonly RankedEncoding[]): SameText[] {
  const byText = new Map<string, SameText>();
  for (const { encoding, cost, texts } of ranked) {
    const text = texts.join('\n');
    const known = byText.get(text);
    if (known === undefined) byText.set(text, { cost, encodings: [encoding] });
    else known.encodings.push(encoding);
  }
  return [...byText.values()];
}
