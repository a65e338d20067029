import * as z from 'zod/mini';

/**
 * What a row of a list says besides its record. It comes with the portal's own lists, so that no
 * row changes after it is shown, and is no part of the specified responses.
 */
export const rowMarkers = {
  /**
   * Who has created or changed the record since the reader opened it: the operator, or a person of
   * the partner. null if it is read; for support always.
   */
  unread: z.nullable(
    z.object({
      isCreated: z.boolean(),
      isOperator: z.boolean(),
      name: z.nullable(z.string()),
    }),
  ),
  /** Since when a request waits for the partner; null if none does. */
  requestedSince: z.nullable(z.string()),
  /** The reader’s own follow-up day, YYYY-MM-DD; null if there is none. */
  followUp: z.nullable(z.string()),
};

/** The markers of a row. */
export type RowMarkers = {
  readonly [Name in keyof typeof rowMarkers]: z.infer<(typeof rowMarkers)[Name]>;
};
