/** How many rows were done at a time in milliseconds. */
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

/**
 * Returns the estimated milliseconds for the remaining work; undefined if it can't be estimated, as
 * before the samples span 500 ms.
 */
export function remainingMs(samples: ProgressSamples, waiting: number): number | undefined {
  const [first] = samples;
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.at - first.at < 500) return undefined;
  const done = last.done - first.done;
  return done <= 0 ? undefined : (waiting * (last.at - first.at)) / done;
}

const minute = 60_000;

/**
 * Returns a remaining time in words that change rarely: `Less than a minute left`, `About 5 minutes
 * left`, `About 2 h 10 min left`.
 */
export function remainingText(milliseconds: number): string {
  if (milliseconds < minute) return 'Less than a minute left';
  const minutes = Math.round(milliseconds / minute);
  if (minutes === 1) return 'About a minute left';
  if (minutes < 60) return `About ${minutes} minutes left`;
  return `About ${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
}
