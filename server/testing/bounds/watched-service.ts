import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';
import { openDatabase } from '#server/db/connect.ts';
import { testSecrets } from '#server/testing/test-app.ts';

/**
 * The service as a separate process that measures the stretches of its main thread: how long each
 * turn of the event loop took, in processor time, or in passed time if that is less, since the
 * system counts processor time in steps. `GET /longest-turn` returns the longest since it was last
 * asked, and the memory in use.
 */
/** How long it keeps watching without a new request, which takes all of a processor. */
const watchedMs = 20_000;

const config = readConfig(process.env);
const database = await openDatabase(config);
const app = await buildApp({ config, database, secrets: testSecrets, requestsPerMinute: Infinity });

const now = () => {
  const { user, system } = process.threadCpuUsage();
  return { processor: (user + system) / 1_000, passed: performance.now() };
};
const watched = { until: 0, last: now(), longest: 0 };
function turn(): void {
  const { processor, passed } = now();
  const { last, longest, until } = watched;
  const ms = Math.min(processor - last.processor, passed - last.passed);
  Object.assign(watched, { last: { processor, passed }, longest: Math.max(longest, ms) });
  if (passed < until) setImmediate(turn);
}
app.get('/longest-turn', async () => {
  const { longest: ms, until } = watched;
  const last = now();
  Object.assign(watched, { until: last.passed + watchedMs, longest: 0 });
  if (until < last.passed) turn();
  return { ms, memory: process.memoryUsage() };
});

await app.listen({ host: config.host, port: config.port });
process.once('SIGTERM', () => process.exit());
console.log(`Listening on ${app.publicUrl}`);
