import { draftLimits } from '#contract/portal/new-lead/drafts.ts';
import { attachmentKindsSentence } from '#contract/v1/attachments.ts';
import { paging } from '#contract/v1/lists.ts';
import { movedByChanges } from '#contract/v1/records.ts';
import { generousLimit } from '#server/http/rate-limits.ts';
import { storedHours } from '#server/idempotency/idempotency.store.ts';

import type { Note } from './api-description.ts';
import { headers, parameters } from './shared-parts.ts';

/** Notes on every operation, for programs of partners and of the operator. */
export const sharedNotes: readonly Note[] = [
  [
    'Paging',
    `\`page\` and \`pageSize\`, at most ${paging.maxPageSize}; the body is a plain array, the total is in \`X-Total-Count\`. Follow \`Link\`: ${headers.Link.description}`,
  ],
  ['Safe retry', `\`Idempotency-Key\`: ${parameters.IdempotencyKey.description}`],
  ['Lost updates', `\`If-Match\`: ${parameters.IfMatch.description}`],
  [
    'A copy that stays up to date',
    `Ask for \`updatedSince\` with the last \`updatedAt\` that you have seen, and follow \`Link\`: nothing is missed, and no overlap is needed. The record with that time is given again; what was changed within the last moments can come with the next request. ${movedByChanges}`,
  ],
  [
    'Limits',
    `${generousLimit.toLocaleString('en')} requests a minute for each key, counted by each process of the service; \`RateLimit\` and \`RateLimit-Policy\` say how many are left, and 429 has \`Retry-After\`. Attachments: ${attachmentKindsSentence}`,
  ],
  [
    'How long things are stored',
    `Responses for an \`Idempotency-Key\`: ${storedHours} hours. Records, their history and the changes feed: until a person’s data are erased. In the portal, drafts of leads: ${draftLimits.retentionDays} days after their last change; exported files: an hour.`,
  ],
  [
    'Fields without a value',
    'are `""`, `null`, `[]` or `0`, as their type says. Ignore fields and values you don’t recognise.',
  ],
];
