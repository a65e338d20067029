import type { Config } from '#server/config.ts';

/** The two links that a lead is answered with. */
export interface LeadLinks {
  readonly bankStatementsUpdateLink: string;
  readonly applicationLink: string;
}

/** Makes links from the operator's templates; without one, the lead's own page in the portal (design, section 3). */
export function leadLinks(config: Config, publicUrl: string): (leadId: string) => LeadLinks {
  const ownPage = `${publicUrl}/leads/{leadId}`;
  const link = (template: string | null, leadId: string) =>
    (template ?? ownPage).replaceAll('{leadId}', leadId);
  return (leadId) => ({
    bankStatementsUpdateLink: link(config.bankStatementsLink, leadId),
    applicationLink: link(config.applicationLink, leadId),
  });
}
