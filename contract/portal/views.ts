import * as z from 'zod/mini';

import { endpoints, roles } from '#contract/endpoint.ts';
import { recordLists } from '#contract/v1/record-types.ts';

/**
 * Limits of views: characters of a name and of a query, views and pinned views of a person, and up
 * to how many records of a pinned view are counted.
 */
export const viewLimits = { name: 60, query: 4000, views: 100, pinned: 10, total: 1000 } as const;

/** A named view of a list: its filters and its order. */
export const view = z.object({
  id: z.string(),
  list: z.enum(recordLists),
  name: z.string(),
  /** The parameters of the list's address. */
  query: z.string(),
  /** Whether all people of the partner have the view. */
  isShared: z.boolean(),
  /** Whether the reader may rename, change and delete it. */
  canChange: z.boolean(),
  /** Whether it is in the reader's side bar. */
  isPinned: z.boolean(),
});
export type View = z.infer<typeof view>;

const name = z.string({ error: () => 'Enter a name.' }).check(
  z.trim(),
  z.minLength(1, 'Enter a name.'),
  z.maxLength(viewLimits.name, `Use at most ${viewLimits.name} characters.`),
  z.refine(
    (text) => !/\p{Cc}/u.test(text) && text.isWellFormed(),
    'Remove line breaks and control characters.',
  ),
);
const query = z.string().check(z.maxLength(viewLimits.query));

/** The fields of a view that can be changed. */
const changes = {
  name: z.optional(name),
  query: z.optional(query),
  isShared: z.optional(z.boolean()),
};

/** How many records a view has; null if that took too long. `total` stops at the limit plus one. */
const viewCount = z.object({ id: z.string(), total: z.nullable(z.number()) });

/** Views of the lists, saved for oneself or for the partner. Only of the portal's own records. */
export const viewEndpoints = endpoints('session', roles, {
  listViews: [
    'GET /portal/views',
    'List my views and those of my partner, by name.',
    { response: z.array(view) },
  ],
  createView: [
    'POST /portal/views',
    'Save a view for myself or, as a partner admin, for the partner.',
    {
      body: z.strictObject({
        list: z.enum(recordLists),
        name,
        query,
        isShared: z.boolean(),
        isPinned: z.boolean(),
      }),
      response: view,
    },
  ],
  updateView: [
    'PATCH /portal/views/:id',
    'Rename or change a view, and choose whether all people of the partner have it.',
    { body: z.strictObject(changes), response: view },
  ],
  pinView: [
    'PUT /portal/views/:id/pin',
    'Choose whether a view is in my side bar.',
    { body: z.strictObject({ isPinned: z.boolean() }), response: view },
  ],
  deleteView: ['DELETE /portal/views/:id', 'Delete a view.'],
  countViews: [
    'GET /portal/view-counts',
    'Count the records of my pinned views.',
    { response: z.array(viewCount) },
  ],
});
