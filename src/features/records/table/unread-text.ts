import type { UnreadRecord } from '#contract/portal/lists.ts';

/** Returns what an unread row says: "Unread: changed by Pat Moss". */
export function describeUnread({ by, isCreated }: UnreadRecord): string {
  const who = by.isOperator ? 'the lender' : by.name;
  return `Unread: ${isCreated ? 'new' : 'changed'}${who === null ? '' : ` by ${who}`}`;
}
