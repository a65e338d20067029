import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import * as z from 'zod/mini';

import { findPorts } from '#e2e/free-ports.ts';
import { findProgram, listening, startProgram } from '#e2e/reference/programs.ts';

/** How long a minute of the rules takes in tests, in seconds. */
const minuteSeconds = 2;

/** Returns rules or an expression with each duration, minutes to days, as long as in tests. */
export function inTestTime(text: string): string {
  const minutes: Readonly<Record<string, number>> = { m: 1, h: 60, d: 1440 };
  return text.replaceAll(
    /(?<=for: |\[)(\d+)([mhd])\b/g,
    (_duration, count: string, unit) =>
      `${Number(count) * (minutes[String(unit)] ?? 1) * minuteSeconds}s`,
  );
}

const answer = z.object({
  data: z.object({
    result: z.optional(z.array(z.object({ value: z.tuple([z.number(), z.string()]) }))),
    alerts: z.optional(
      z.array(z.object({ state: z.string(), labels: z.object({ alertname: z.string() }) })),
    ),
  }),
});

/** Debian’s Prometheus, which reads the metrics of processes and follows the rules. */
export interface Prometheus {
  /** Returns the values of the series that an expression yields now. */
  query(expression: string): Promise<number[]>;
  /** Returns the names of the alerts that are raised now. */
  firing(): Promise<string[]>;
  close(): Promise<void>;
}

/** Starts Prometheus with the rules of `deploy/`, on processes at these origins. */
export async function startPrometheus(origins: readonly string[]): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-prometheus-'));
  const [port = 0] = await findPorts(1);
  const rules = await readFile('deploy/alerts.yml', 'utf8');
  await writeFile(join(folder, 'alerts.yml'), inTestTime(rules));
  // JSON is YAML, too.
  const targets = origins.map((origin) => new URL(origin).host);
  const settings = {
    global: { scrape_interval: '2s', scrape_timeout: '2s', evaluation_interval: '1s' },
    rule_files: ['alerts.yml'],
    scrape_configs: [{ job_name: 'portal', static_configs: [{ targets }] }],
  };
  await writeFile(join(folder, 'prometheus.yml'), JSON.stringify(settings));
  const args = [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  const program = startProgram(findProgram('prometheus', 'prometheus'), args, { user: {} });
  await listening(port, program);
  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`);
    return answer.parse(await response.json()).data;
  };
  return {
    query: async (expression) => {
      const { result = [] } = await ask(`query?query=${encodeURIComponent(expression)}`);
      return result.map(({ value: [, value] }) => Number(value));
    },
    firing: async () => {
      const { alerts = [] } = await ask('alerts');
      const firing = alerts.filter(({ state }) => state === 'firing');
      return [...new Set(firing.map(({ labels }) => labels.alertname))].toSorted();
    },
    close: async () => {
      await program.end('SIGTERM');
      await rm(folder, { recursive: true });
    },
  };
}

/** A proxy in front of a database, which delays each response. */
export async function slowProxy(databaseUrl: string) {
  const target = new URL(databaseUrl);
  let delayMs = 0;
  const server = createServer((socket) => {
    const database = connect(Number(target.port), target.hostname);
    socket.pipe(database);
    database.on('data', (bytes) => void setTimeout(() => socket.write(bytes), delayMs));
    for (const [one, other] of [
      [socket, database],
      [database, socket],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(databaseUrl);
  url.port = String(typeof address === 'object' ? address?.port : 0);
  return { url: url.href, delay: (ms: number) => void (delayMs = ms), close: () => server.close() };
}
