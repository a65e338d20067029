import { type Currencies, ownCapabilities, type Session } from '#contract/portal/accounts.ts';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/db/connect.ts';

import { readIdentity } from './accounts.store.ts';
import { readListColumns } from './list-columns.store.ts';

/** The part of a session that depends on the upstream service. */
type UpstreamStatus = Pick<Session, 'capabilities' | 'needsApiKey' | 'upstreamName'>;

/** Where the parts of a session come from. */
export interface SessionSources {
  readonly db: Db;
  readonly config: Pick<Config, 'currencies' | 'provider'>;
  /**
   * Returns the upstream service’s name and capabilities, and whether the account needs an API
   * key; null: this service stores the records itself.
   */
  readonly readStatus: ((accountId: string) => Promise<UpstreamStatus>) | null;
}

/** Returns what the portal shows of the person who is signed in, and what they can do there. */
export async function readSession(
  { db, config, readStatus }: SessionSources,
  accountId: string,
): Promise<Session> {
  const identity = await readIdentity(db, accountId);
  const columns = await readListColumns(db, accountId);
  return {
    ...identity,
    ...(Object.keys(columns).length > 0 && { columns }),
    ...(config.currencies && {
      currencies: currenciesFor(config.currencies, identity.partner),
    }),
    ...(config.provider && { provider: config.provider.name }),
    ...(readStatus
      ? await readStatus(accountId)
      : { capabilities: ownCapabilities, needsApiKey: false }),
  };
}

/** Returns the currencies that a person needs: a partner's people need their own partner's only. */
function currenciesFor({ usual, byPartner }: Currencies, partner: Session['partner']): Currencies {
  if (partner === null) return { usual, byPartner };
  return { usual: byPartner[partner.id] ?? usual, byPartner: {} };
}
