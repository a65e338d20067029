/** How many rows were done at a moment, in milliseconds. */
interface Sample {
  readonly at: number;
  readonly done: number;
}

/** How fast work goes: what was done over the last seconds. */
export type Pace = readonly Sample[];

/** Long enough to even out single batches, short enough to follow a slower service; in milliseconds. */
const remembered = 20_000;

/** The pace with one more measurement; those that lie too far back are forgotten. */
export function paced(pace: Pace, at: number, done: number): Pace {
  return [...pace.filter((sample) => at - sample.at <= remembered), { at, done }];
}

/** Done a second; undefined until it can be told. */
export function rate(pace: Pace): number | undefined {
  const [first] = pace;
  const last = pace.at(-1);
  if (first === undefined || last === undefined || last.at - first.at < 500) return undefined;
  return ((last.done - first.done) / (last.at - first.at)) * 1000;
}

/** Milliseconds that so much work still takes; undefined when that cannot be told. */
export function remainingTime(pace: Pace, waiting: number): number | undefined {
  const perSecond = rate(pace);
  return perSecond === undefined || perSecond <= 0 ? undefined : (waiting / perSecond) * 1000;
}

const minute = 60_000;

/** A remaining time in words that do not flicker: `less than a minute left`, `about 5 minutes left`, `about 2 h 10 min left`. */
export function remainingText(milliseconds: number): string {
  if (milliseconds < minute) return 'less than a minute left';
  const minutes = Math.round(milliseconds / minute);
  if (minutes === 1) return 'about a minute left';
  if (minutes < 60) return `about ${minutes} minutes left`;
  return `about ${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
}
