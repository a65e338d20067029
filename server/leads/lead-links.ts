import type { Config } from '#server/config/config.ts';

/** The two links in the response for a lead. */
export interface LeadLinks {
  readonly bankStatementsUpdateLink: string;
  readonly applicationLink: string;
}

/**
 * Returns a function that makes a lead’s links from the operator’s templates; without a template, a
 * link is the lead’s own page in the portal (design, section 3).
 */
export function leadLinks(config: Config, publicUrl: string): (leadId: string) => LeadLinks {
  const ownPage = `${publicUrl}/leads/{leadId}`;
  const link = (template: string | null, leadId: string) =>
    (template ?? ownPage).replaceAll('{leadId}', leadId);
  return (leadId) => ({
    bankStatementsUpdateLink: link(config.bankStatementsLink, leadId),
    applicationLink: link(config.applicationLink, leadId),
  });
}
