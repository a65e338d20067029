import * as z from 'zod/mini';

import type { LeadCreateResponse } from '#contract/v1/lead-records.ts';
import { idText } from '#server/upstream/client/upstream-paths.ts';
import { readJson, unusable } from '#server/upstream/client/upstream-responses.ts';
import type { UpstreamText } from '#server/upstream/client/upstream.client.ts';

/**
 * A created lead in a response of the upstream service: to its creation, or as a record in a list.
 */
type CreatedLead = z.infer<typeof createdLeadSchema>;

const createdLeadSchema = z.object({
  id: idText,
  fields: z.nullish(z.record(z.string(), z.unknown())),
});

/**
 * Returns the lead in the response to a creation.
 * @throws UpstreamError when the response does not say which lead was created, and as {@link
 * readJson}
 */
export function readCreatedLead(response: UpstreamText, token: string) {
  const reported = createdLeadSchema.safeParse(readJson(response, 'creation', token));
  if (!reported.success) throw unusable(response, 'creation', 'no created lead');
  return reported.data;
}

/**
 * Returns the response to a creation as the contract defines it. A field that the upstream service
 * omits, or that is not one line of text, becomes empty.
 */
export function createdLead({ id, fields }: CreatedLead, reference: string): LeadCreateResponse {
  const text = (name: string): string => {
    const value = fields?.[name];
    const isLine = typeof value === 'string' && value.isWellFormed() && !/\p{Cc}/u.test(value);
    return isLine ? value : '';
  };
  return {
    id,
    fields: {
      bankStatementsUpdateLink: text('bankStatementsUpdateLink'),
      applicationLink: text('applicationLink'),
      partnerLeadReferenceId: text('partnerLeadReferenceId') || reference,
    },
  };
}
