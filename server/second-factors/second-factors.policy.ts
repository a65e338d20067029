import { ApiError } from '#server/errors/api-error.ts';

const wrong = 'This code isn’t right, or was used already. Enter the one that the app shows now.';

/** Returns the error for a code that is not valid. */
export const wrongCode = () => new ApiError('wrong-code', wrong, { fields: { code: wrong } });

/** Returns the error for an action that somebody’s second factors do not allow. */
export const factorConflict = (sentence: string) =>
  new ApiError('second-factor-conflict', sentence);
