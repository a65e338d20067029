/** One measured thing: the product's samples beside the floor's, and what the ratio or the product has to keep. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly product: readonly number[];
  readonly floor: readonly number[];
  /** Which of the samples speaks for all: 0.5 is the median, 0.95 the 95th percentile. */
  readonly quantile: number;
  /** Left out where a figure only tells. */
  readonly bar?: Bar;
}

/** A limit: of the product divided by its floor, or of the product alone. */
export type Bar =
  | { readonly of: 'ratio' | 'product'; readonly most: number }
  | { readonly of: 'ratio' | 'product'; readonly least: number };

/** The sample below which a share of all samples lies (nearest rank). */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const sample = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (sample === undefined) throw new Error('Nothing was measured.');
  return sample;
}

/** The product's figure divided by its floor's. */
export function ratio(figure: Figure): number {
  return quantile(figure.product, figure.quantile) / quantile(figure.floor, figure.quantile);
}

/** Whether the figure keeps its bar; one without a bar does. */
export function isWithin({ bar, ...figure }: Figure): boolean {
  if (bar === undefined) return true;
  const value = bar.of === 'ratio' ? ratio(figure) : quantile(figure.product, figure.quantile);
  return 'most' in bar ? value <= bar.most : value >= bar.least;
}
