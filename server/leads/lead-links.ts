import type { LeadLinks } from '#contract/v1/lead-records.ts';
import type { Config } from '#server/config/config.ts';

/**
 * Returns a function that makes a lead’s links from the operator’s templates; without a
 * template, a link is the lead’s own page in the portal (design, section 3).
 */
export function leadLinks(config: Config, publicUrl: string): (leadId: string) => LeadLinks {
  return linksFrom(config, `${publicUrl}/leads/{leadId}`);
}

/**
 * Returns a function that makes the links of a lead that its client can open: without a template,
 * there is none.
 */
export function clientLinks(config: Config): (leadId: string) => LeadLinks {
  return linksFrom(config, '');
}

function linksFrom(config: Config, otherwise: string): (leadId: string) => LeadLinks {
  return (leadId) => ({
    bankStatementsUpdateLink: filled(config.bankStatementsLink ?? otherwise, leadId),
    applicationLink: filled(config.applicationLink ?? otherwise, leadId),
  });
}

function filled(template: string, leadId: string): string {
  return template.replaceAll('{leadId}', leadId);
}
