import * as z from 'zod/mini';

import { endpoints } from '#contract/endpoint.ts';
import { errorBody } from '#contract/v1/errors.ts';

/** Maximum number of operations in one batch. */
export const maxOperations = 1_000;

/** The operations that change something, each with an endpoint of its own, too. */
export const operationNames = [
  'updateLead',
  'convertLead',
  'recordLeadCall',
  'createDeal',
  'updateDeal',
  'recordDealCall',
  'createRequest',
  'updateRequest',
  'createPartner',
  'updatePartner',
  'createContact',
  'updateContact',
] as const;
export type OperationName = (typeof operationNames)[number];

/** An operation of a batch: the id of its path, its `If-Match` and its body. */
export const batchOperation = z.strictObject({
  operation: z.enum(operationNames),
  id: z.optional(z.string()),
  ifMatch: z.optional(z.string()),
  body: z.optional(z.unknown()),
});
export type BatchOperation = z.infer<typeof batchOperation>;

/**
 * What became of one operation: the status that its own endpoint responds with; the id of the
 * record that was created or changed, and its ETag; or the error.
 */
export const operationResult = z.object({
  status: z.number(),
  id: z.optional(z.string()),
  etag: z.optional(z.string()),
  error: z.optional(errorBody),
});
export type OperationResult = z.infer<typeof operationResult>;

/** The endpoint for many changes in one request. */
export const batchEndpoints = endpoints('operator', [], {
  runBatch: {
    route: 'POST /operator/v1/batch',
    summary: `Make up to ${maxOperations.toLocaleString('en')} changes, one after the other, each on its own: one that fails stops none of the others. The results are in the order of the operations.`,
    body: z.strictObject({
      operations: z.array(batchOperation).check(z.minLength(1), z.maxLength(maxOperations)),
    }),
    maxBodyBytes: 4 * 1024 * 1024,
    maxBodyValues: 100 * maxOperations,
    response: z.object({ results: z.array(operationResult) }),
    idempotent: true,
  },
});
