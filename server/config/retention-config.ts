import { leadStatuses, leadWaits } from '#contract/v1/lead-statuses.ts';
import { dealStatuses, dealWaits } from '#contract/v1/values.ts';

import { setting } from './setting.ts';

/** How many months a lead or deal stays in a final status before it is erased. */
export interface RetentionRule {
  readonly status: string;
  readonly months: number;
}

// A converted lead is erased with its deal.
const ofLeads = leadStatuses.filter((name) => leadWaits[name] === 'nobody' && name !== 'Converted');
const ofDeals = dealStatuses.filter((name) =>
  Object.values(dealWaits[name]).every((on) => on === 'nobody'),
);
/** The statuses of leads and deals after which nothing happens. */
export const finalStatuses: readonly string[] = [...ofLeads, ...ofDeals];

/** Reads `Closed=24 months, Declined=12 months`; undefined: it is not written like this. */
function readRules(text: string): RetentionRule[] | undefined {
  const rules = text.split(',').flatMap((part) => {
    const [, written = '', months] = /^([^=]+)=\s*([1-9]\d{0,3}) months?\s*$/.exec(part) ?? [];
    const status = written.trim();
    return finalStatuses.includes(status) ? [{ status, months: Number(months) }] : [];
  });
  const isRight = new Set(rules.map(({ status }) => status)).size === text.split(',').length;
  return isRight ? rules : undefined;
}

/** The setting for how long records are kept. */
export const retentionSettings = {
  RETENTION: setting(
    (text) => readRules(text) !== undefined,
    `must be final statuses, each once, with months: Closed=24 months, Declined=12 months. The final statuses are: ${finalStatuses.join(', ')}.`,
  ),
};

/** Returns the rules that the setting has; without it, none. */
export function retentionConfig({ RETENTION: text }: { RETENTION?: string | undefined }) {
  return (text !== undefined && readRules(text)) || [];
}
