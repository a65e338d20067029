import { lastVisit } from '#contract/v1/record-lists.ts';

/** The built-in view of each list. */
export const builtInView = {
  name: 'Changed since my last visit',
  query: `changedSince=${lastVisit}`,
};
