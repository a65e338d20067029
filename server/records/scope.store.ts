import type { Bind } from '#server/db/statement.ts';

import type { Scope } from './records.policy.ts';

/** Returns the conditions under which the caller can see a lead or deal with this table alias. */
export function scopeConditions(alias: string, scope: Scope, bind: Bind): string[] {
  if ('contactId' in scope) return [`${alias}.contact_id = ${bind(scope.contactId)}`];
  if ('partnerId' in scope) return [`${alias}.partner_id = ${bind(scope.partnerId)}`];
  return [];
}
