import { type Draft, draftLimits, type ListedDraft } from '#contract/portal/new-lead/new-lead.ts';

import type { DraftRow } from './drafts.store.ts';

/** Returns a draft as its owner continues it. */
export function presentDraft(draft: DraftRow): Draft {
  return {
    id: draft.id,
    content: draft.content,
    leadId: draft.lead_id,
    updatedAt: draft.updated_at.toISOString(),
  };
}

const dayMs = 24 * 60 * 60 * 1000;

/** Returns a draft as the list of drafts names it. */
export function presentListedDraft({ id, content, updated_at: updatedAt }: DraftRow): ListedDraft {
  const text = (path: string) =>
    content?.texts[path]?.trim().slice(0, draftLimits.listedLength).toWellFormed() ?? '';
  const expiresAt = new Date(updatedAt.getTime() + draftLimits.retentionDays * dayMs);
  return {
    id,
    client: `${text('firstName')} ${text('lastName')}`.trim(),
    company: text('companyName'),
    updatedAt: updatedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
