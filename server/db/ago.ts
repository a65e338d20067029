import { sql } from 'kysely';

/** Returns the moment that is a period before now, such as `30 days`. */
export function ago(period: string) {
  return sql<Date>`now() - ${sql.lit(period)}::interval`;
}
