/** How much was done (rows or bytes) at a time in milliseconds. */
interface Sample {
  readonly at: number;
  readonly done: number;
}

/** Progress over the last seconds, to estimate the speed of the work. */
export type Pace = readonly Sample[];

/**
 * The window of samples in milliseconds: long enough to even out single batches, short enough to
 * follow a slower service.
 */
const remembered = 20_000;

/** Returns the pace with one more sample, without samples that are too old. */
export function paced(pace: Pace, at: number, done: number): Pace {
  return [...pace.filter((sample) => at - sample.at <= remembered), { at, done }];
}

/** Returns how much is done per second; undefined before the samples span 500 ms. */
export function rate(pace: Pace): number | undefined {
  const [first] = pace;
  const last = pace.at(-1);
  if (first === undefined || last === undefined || last.at - first.at < 500) return undefined;
  return ((last.done - first.done) / (last.at - first.at)) * 1000;
}

/**
 * Returns the estimated milliseconds for the remaining work; undefined if it can't be estimated.
 */
export function remainingTime(pace: Pace, waiting: number): number | undefined {
  const perSecond = rate(pace);
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
