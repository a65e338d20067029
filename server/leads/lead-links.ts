import type { Config } from '#server/config.ts';

/** The two links that a lead is answered with. */
export interface LeadLinks {
  readonly bankStatementsUpdateLink: string;
  readonly applicationLink: string;
}
export type LeadLinksOf = (leadId: string) => LeadLinks;

/** Makes links from the operator's templates; without one, the lead's own page in the portal (design, section 3). */
export function leadLinks(config: Config, publicUrl: () => string): LeadLinksOf {
  const link = (template: string | null, leadId: string) =>
    (template ?? `${publicUrl()}/leads/{leadId}`).replaceAll('{leadId}', leadId);
  return (leadId) => ({
    bankStatementsUpdateLink: link(config.bankStatementsLink, leadId),
    applicationLink: link(config.applicationLink, leadId),
  });
}
