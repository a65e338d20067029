import type { ColumnType, Generated } from 'kysely';

import type { RequestKind, RequestState } from '#contract/portal/requests.ts';

import type { ChangeSource, OwnedColumns } from './record-tables.ts';

/** The tables of requests and snoozes, as queries see them; migrations are the source of truth. */
export interface RequestTables {
  /** Its owner is maintained by a trigger; made by a key of the operator. */
  requests: OwnedColumns & {
    record_type: 'lead' | 'deal';
    record_id: string;
    /** The lead whose files and fields are asked for; null if there is none. */
    lead_id: string | null;
    kind: RequestKind;
    document_type: ColumnType<string | null, string | null | undefined>;
    field_names: Generated<readonly string[]>;
    text: string;
    /** YYYY-MM-DD. */
    due_on: string | null;
    state: Generated<RequestState>;
    answer: Generated<string>;
    reason: Generated<string>;
    updated_via: ChangeSource;
  };
  request_files: {
    request_id: string;
    attachment_id: string;
  };
  snoozes: {
    record_id: string;
    partner_id: string;
    account_id: string;
    /** null: until the operator acts. */
    until: ColumnType<Date | null, string | null, string | null>;
  };
}
