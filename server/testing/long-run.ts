/**
 * Whether the long tests run in full, as `npm run test:release` does, or in their short form. The
 * form changes sizes, repetitions, the database and whether property tests draw new values only.
 */
export const isLongRun = process.env['LONG_TESTS'] === '1';
