import fc from 'fast-check';

/**
 * Returns the parameters of a property that is tested with `whole` values before a release, and
 * with a fifth of them where the values are the same ones each time
 * (`scripts/between-files.setup.ts`).
 */
export function runs(whole: number): { readonly numRuns: number } {
  const isShort = fc.readConfigureGlobal()?.seed !== undefined;
  return { numRuns: isShort ? Math.ceil(whole / 5) : whole };
}
