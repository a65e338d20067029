import { parseArgs } from 'node:util';

import { controlPort } from './control-port.ts';
import type { FailureMode } from './failure-modes.ts';
import type { OpenPoints } from './open-points.ts';
import { seedPeople } from './records/seed-people.ts';
import { startStandIn } from './stand-in.ts';

/**
 * The stand-in as a separate process, with seed data: prints `{url, control, people}` as one line
 * of JSON once it listens. Open points and failure modes are JSON, as in `--points
 * '{"firstPage":0}' --mode '{"kind":"slow","ms":800}'`; `--mode` can be repeated.
 */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    'control-port': { type: 'string', default: '0' },
    journal: { type: 'string' },
    empty: { type: 'boolean', default: false },
    points: { type: 'string', default: '{}' },
    mode: { type: 'string', multiple: true, default: [] },
  },
});
const standIn = await startStandIn({
  port: Number(values.port),
  isSeeded: !values.empty,
  points: JSON.parse(values.points) as Partial<OpenPoints>,
  ...(values.journal !== undefined && { journal: values.journal }),
});
for (const failureMode of values.mode)
  await standIn.addFailure(JSON.parse(failureMode) as FailureMode);
const port = controlPort(standIn);
const control = await port.listen({ host: '127.0.0.1', port: Number(values['control-port']) });
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => void Promise.all([port.close(), standIn.close()]));
const people = seedPeople.map(({ name, role, token }) => ({ name, role, token }));
console.log(JSON.stringify({ url: standIn.url, control, people }));
