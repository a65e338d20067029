import { useUserNames } from '#src/api/user-names.ts';

/** Shows the people of a record’s field by name: "Jane Doe and 2 others". */
export function UserNames({ value }: { value: unknown }): string {
  const users = useUserNames(value);
  if (users === undefined) return '…';
  const { names, others } = users;
  if (others === 0) return names.join(', ');
  if (names.length === 0) return others === 1 ? 'Someone else' : `${others} people`;
  return `${names.join(', ')} and ${others} ${others === 1 ? 'other' : 'others'}`;
}
