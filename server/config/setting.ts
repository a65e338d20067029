import * as z from 'zod/mini';

/** Returns the schema of a setting, which may be unset; `sentence` says what it must be. */
export const setting = (isRight: (text: string) => boolean, sentence: string) =>
  z.optional(z.string().check(z.refine(isRight, sentence)));

/** Returns the parts of an address; undefined if it is none. */
export const parseUrl = (text: string) => (URL.canParse(text) ? new URL(text) : undefined);
