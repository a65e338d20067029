/** How much was done (rows or bytes) at a time in milliseconds. */
interface Sample {
  readonly at: number;
  readonly done: number;
}

/** Progress over the last seconds, to estimate the speed of the work. */
export type ProgressSamples = readonly Sample[];

/**
 * The window of samples in milliseconds: long enough to even out single batches, short enough to
 * follow a slower service.
 */
const sampleWindowMs = 20_000;

/** Returns the pace with one more sample, without samples that are too old. */
export function addSample(samples: ProgressSamples, at: number, done: number): ProgressSamples {
  return [...samples.filter((sample) => at - sample.at <= sampleWindowMs), { at, done }];
}

/** Returns how much is done per second; undefined before the samples span 500 ms. */
export function ratePerSecond(samples: ProgressSamples): number | undefined {
  const [first] = samples;
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.at - first.at < 500) return undefined;
  return ((last.done - first.done) / (last.at - first.at)) * 1000;
}

/**
 * Returns the estimated milliseconds for the remaining work; undefined if it can't be estimated.
 */
export function remainingMs(samples: ProgressSamples, waiting: number): number | undefined {
  const perSecond = ratePerSecond(samples);
  return perSecond === undefined || perSecond <= 0 ? undefined : (waiting / perSecond) * 1000;
}

const minute = 60_000;

/**
 * Returns a remaining time in words that change rarely: `less than a minute left`, `about 5 minutes
 * left`, `about 2 h 10 min left`.
 */
export function remainingText(milliseconds: number): string {
  if (milliseconds < minute) return 'less than a minute left';
  const minutes = Math.round(milliseconds / minute);
  if (minutes === 1) return 'about a minute left';
  if (minutes < 60) return `about ${minutes} minutes left`;
  return `about ${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
}
