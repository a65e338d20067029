import type { Random } from './random.ts';
import type { SampleStage } from './sample-history.ts';
import type { Owner } from './seed-people.ts';

/** What the sample records of a partner share. */
export interface Setting {
  readonly random: Random;
  /** Names of companies that clients already have. */
  readonly companies: Set<string>;
  /** The partner’s contacts; the first has the most records. */
  readonly owners: readonly Owner[];
  readonly supportId: string;
  readonly operatorId: string;
  /** Of the seeding. */
  readonly now: Date;
}

/** Returns somebody to own a record: in more than half of all cases the first contact. */
export function pickOwner({ random, owners }: Setting): Owner {
  return random.pick(random.chance(0.6) ? owners.slice(0, 1) : owners);
}

/** Returns the columns that leads and deals share, as they were created by somebody. */
export function toCreatedRow(
  { random, now }: Setting,
  { partnerId, contactId }: Owner,
  { status, subStatus, minutesAgo }: SampleStage,
  by: string,
) {
  const at = new Date(now.getTime() - Math.round(minutesAgo * 60_000));
  return {
    id: random.id(),
    partner_id: partnerId,
    contact_id: contactId,
    status,
    sub_status: subStatus,
    status_since: at,
    sub_status_since: at,
    created_at: at,
    created_by: by,
    updated_at: at,
    updated_by: by,
  };
}
