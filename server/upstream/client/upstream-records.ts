import * as z from 'zod/mini';

import { idText } from './upstream-paths.ts';
import { readJson, type Purpose, unusable } from './upstream-responses.ts';
import type { UpstreamText } from './upstream.client.ts';

/** The minimum that identifies a record: a service may return something else with a success. */
export const recordShape = z.looseObject({ id: idText, fields: z.looseObject({}) });

/**
 * Returns the JSON of a response that has one record, or several for an upload of several files.
 * @throws UpstreamError for anything else, and as {@link readJson}
 */
export function readUpstreamRecords(
  response: UpstreamText,
  purpose: Purpose,
  token: string,
): unknown {
  const body = readJson(response, purpose, token);
  const allowed = purpose === 'upload' ? z.union([recordShape, z.array(recordShape)]) : recordShape;
  if (!allowed.safeParse(body).success) throw unusable(response, purpose, 'no record');
  return body;
}
