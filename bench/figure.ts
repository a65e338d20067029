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

/** What product and floor gave in each round. */
export interface Rounds<Result> {
  readonly product: readonly Result[];
  readonly floor: readonly Result[];
}

/** Runs product and floor in turn, for so many rounds. */
export async function alternateRounds<Result>(
  rounds: number,
  product: (round: number) => Promise<Result>,
  floor: (round: number) => Promise<Result>,
): Promise<Rounds<Result>> {
  const results = { product: [] as Result[], floor: [] as Result[] };
  for (let round = 0; round < rounds; round += 1) {
    results.product.push(await product(round));
    results.floor.push(await floor(round));
  }
  return results;
}

/** Returns one value of each round as the samples of a figure, which reports their median. */
export function toSamples<Result>(
  { product, floor }: Rounds<Result>,
  value: (result: Result) => number,
): Pick<Figure, 'product' | 'floor' | 'quantile'> {
  return { product: product.map(value), floor: floor.map(value), quantile: 0.5 };
}

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
