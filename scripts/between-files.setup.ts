import fc from 'fast-check';
import { afterEach, vi } from 'vitest';

import { isLongRun } from '#server/testing/long-run.ts';

// The same values each time, so that two checks of a change say the same. The long run draws new
// ones.
if (!isLongRun) fc.configureGlobal({ seed: 1 });

// A process serves many files. One that opens a data folder, as the service does, makes files that
// nobody else can read; PostgreSQL and PgBouncer, which `nobody` runs for root, have to.
process.umask(0o022);

// What a test replaced would still be there before the first test of the next file, where its
// `beforeAll` runs.
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
