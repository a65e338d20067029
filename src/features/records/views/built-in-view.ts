import { lastVisit } from '#contract/v1/lists.ts';

/** The view of each list that nobody has to save. */
export const builtInView = {
  name: 'Changed since my last visit',
  query: `changedSince=${lastVisit}`,
};
