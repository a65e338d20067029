import type { DuplicateLead } from '#contract/portal/new-lead/new-lead.ts';

import type { ClientLead } from './duplicate-leads.store.ts';

/** Returns a lead for the same client, for a reader who may open it. */
export function presentClientLead(lead: ClientLead): DuplicateLead {
  return {
    reasons: [...lead.reasons],
    lead: {
      id: lead.id,
      client: nameClient(lead),
      status: lead.status,
      createdAt: lead.created_at.toISOString(),
    },
  };
}

function nameClient({ first_name: first, last_name: last, company }: ClientLead): string {
  return [[first, last].filter(Boolean).join(' '), company].filter(Boolean).join(', ');
}
