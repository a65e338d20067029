import autocannon from 'autocannon';

const seconds = 2;

/** What some connections got: requests a second, and how long each took, in milliseconds. */
export interface Load {
  readonly rate: number;
  readonly p50: number;
  readonly p95: number;
}

/** Repeats a request over some connections, after a first second that only warms up. */
export async function load(options: autocannon.Options, connections = 10): Promise<Load> {
  await autocannon({ ...options, connections, duration: 1 });
  const took: number[] = [];
  const { requests, non2xx, errors, timeouts } = await autocannon({
    ...options,
    connections,
    duration: seconds,
    setupClient: (client) => {
      client.on('response', (_status, _bytes, ms) => took.push(ms));
    },
  });
  if (non2xx + errors + timeouts > 0) throw new Error(`Requests to ${options.url} failed.`);
  took.sort((one, other) => one - other);
  const at = (share: number) =>
    Math.round((took[Math.floor(took.length * share)] ?? NaN) * 10) / 10;
  return { rate: requests.average, p50: at(0.5), p95: at(0.95) };
}
