import type { Database } from '#server/db/connect.ts';
import type { presentLead } from '#server/leads/leads.presenter.ts';

/** The dependencies of the operator’s endpoints. */
export interface OperatorDeps {
  readonly database: Database;
  /** Returns the links of a lead for which the operator has set none. */
  readonly linksOf: (leadId: string) => Parameters<typeof presentLead>[1];
}
