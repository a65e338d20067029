/** What was changed in a record that is unread, and by whom. */
interface UnreadChange {
  readonly isCreated: boolean;
  readonly by: { readonly isOperator: boolean; readonly name: string | null };
}

/** Returns what an unread row says: "Unread: changed by Pat Moss". */
export function describeUnread({ by, isCreated }: UnreadChange): string {
  const who = by.isOperator ? 'the lender' : by.name;
  return `Unread: ${isCreated ? 'new' : 'changed'}${who === null ? '' : ` by ${who}`}`;
}
