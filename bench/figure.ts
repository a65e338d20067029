/**
 * One measurement: the samples of the product and of the floor, and the limit for their ratio or
 * for the product.
 */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly product: readonly number[];
  readonly floor: readonly number[];
  /** The quantile to report: 0.5 is the median, 0.95 the 95th percentile. */
  readonly quantile: number;
  /** Omitted for figures that are only informative. */
  readonly bar?: Bar;
}

/** A limit for the product divided by its floor, or for the product alone. */
export type Bar =
  | { readonly of: 'ratio' | 'product'; readonly max: number }
  | { readonly of: 'ratio' | 'product'; readonly min: number };

/** Returns the sample at a quantile (nearest rank). */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const sample = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (sample === undefined) throw new Error('Nothing was measured.');
  return sample;
}

/** Returns the product's figure divided by its floor's. */
export function ratio(figure: Figure): number {
  return quantile(figure.product, figure.quantile) / quantile(figure.floor, figure.quantile);
}

/** Returns whether the figure is within its bar; true if it has no bar. */
export function isWithin({ bar, ...figure }: Figure): boolean {
  if (bar === undefined) return true;
  const value = bar.of === 'ratio' ? ratio(figure) : quantile(figure.product, figure.quantile);
  return 'max' in bar ? value <= bar.max : value >= bar.min;
}
