import { afterEach, vi } from 'vitest';

// A process serves many files: what a test replaced would still be there before the first test of
// the next file, where its `beforeAll` runs.
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
