import { cpus, totalmem } from 'node:os';

import type { Load } from './load.ts';

/** The figures of a failure, and the stored leads after it. */
export interface Measured {
  readonly name: string;
  /** The longest time without an acknowledged write. */
  readonly pauseMs?: number;
  /** From the failure until another PostgreSQL was the primary. */
  readonly promotionMs?: number;
  /** From then until a write was acknowledged. */
  readonly backMs?: number;
  /** What clients saw meanwhile. */
  readonly outcomes?: Load['outcomes'];
  /**
   * How many writes are acknowledged so far, and how many leads are stored, some of them not
   * acknowledged yet.
   */
  readonly acknowledged: number;
  readonly stored: number;
  /** How many of those acknowledged are not stored, and how many are more than once. */
  readonly lost: number;
  readonly doubled: number;
  /** A sentence for each screen that did not recover by itself; undefined: none was looked at. */
  readonly screens?: readonly string[];
}

/** Within how many milliseconds the service has to be back after a promotion. */
const maxBackMs = 10_000;
/** For how many milliseconds no write may be acknowledged after any failure. */
const maxPauseMs = 60_000;

/** Returns the longest time between two neighbours in an ascending list of times. */
export function longestGap(times: readonly number[]): number {
  return Math.max(...times.slice(1).map((time, at) => time - (times[at] ?? time)));
}

/** Returns a sentence for everything that must not have happened. */
export function findErrors(measured: readonly Measured[]): string[] {
  return measured.flatMap((each) => {
    const { name, pauseMs = 0, backMs = 0, outcomes = [], lost, doubled, screens = [] } = each;
    const unfit = outcomes.filter(({ isFit }) => !isFit).map(({ what }) => what);
    return [
      ...(lost > 0 ? [`${name}: ${lost} acknowledged writes are lost.`] : []),
      ...(doubled > 0 ? [`${name}: ${doubled} writes are stored more than once.`] : []),
      ...(pauseMs > maxPauseMs ? [`${name}: no write for ${seconds(pauseMs)}.`] : []),
      ...(backMs > maxBackMs ? [`${name}: back ${seconds(backMs)} after the promotion.`] : []),
      ...(unfit.length > 0 ? [`${name}: clients got ${[...new Set(unfit)].join(', ')}.`] : []),
      ...screens.map((sentence) => `${name}: ${sentence}`),
    ];
  });
}

/** Returns the report, as docs/failover.md has it. */
export function toReport(measured: readonly Measured[]): string {
  const rows = measured.map((each) => [
    each.name,
    seconds(each.pauseMs),
    seconds(each.promotionMs),
    seconds(each.backMs),
    count(each, '503'),
    count(each, /^\D/),
    each.acknowledged.toLocaleString('en-AU'),
    each.stored.toLocaleString('en-AU'),
    String(each.lost),
    String(each.doubled),
    each.screens ? (each.screens.length === 0 ? 'all' : `not ${each.screens.length}`) : '',
  ]);
  const titles = [
    'failure',
    'longest pause of writes',
    'promotion after',
    'back after that',
    '503 with `Retry-After`',
    'cut connections',
    'acknowledged until then',
    'stored',
    'lost',
    'doubled',
    'screens that recovered',
  ];
  const table = [titles, titles.map(() => '---'), ...rows].map(
    (cells) => `| ${cells.join(' | ')} |`,
  );
  return `# Failover

Written by \`npm run test:failover\`, which starts the set-up of \`deploy/reference/\` (HAProxy, three processes of the portal, PgBouncer, two PostgreSQL with Patroni, etcd) on one machine.
Six programs write leads, each with an \`Idempotency-Key\`, and send a write again after 0.25 s until it is acknowledged; six read lists. After each failure every acknowledged lead is looked up in the
database: it has to be there, once. Of everything that is not a success, clients may see 503 with \`Retry-After\` alone, and connections that are cut, after which they send the same again. A write may be stored that is not acknowledged yet; at the end all are.
Ten screens of a partner's admin are opened half a second after each failure begins, by a link: afterwards each has to show all it has, without a notice of an error, and the list a lead that is submitted only then, with nothing pressed or loaded again.

${process.env['FAILOVER_DATE'] ?? new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}.

${table.join('\n')}
`;
}

function count({ outcomes }: Measured, what: string | RegExp): string {
  if (!outcomes) return '';
  return String(outcomes.filter((each) => each.what.match(what)).length);
}

function seconds(ms: number | undefined): string {
  return ms === undefined ? '' : `${(ms / 1000).toFixed(1)} s`;
}
