/** What was changed in a record that is unread, and by whom. */
interface UnreadChange {
  readonly isCreated: boolean;
  readonly isOperator: boolean;
  readonly name: string | null;
}

/** Returns what an unread row says: "Unread: changed by Pat Moss". */
export function describeUnread({ isCreated, isOperator, name }: UnreadChange): string {
  const who = isOperator ? 'the lender' : name;
  return `Unread: ${isCreated ? 'new' : 'changed'}${who ? ` by ${who}` : ''}`;
}
