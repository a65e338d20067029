import s from './updated-mark.module.css';

/** The word "Updated" over the end of the nearest positioned element, so that nothing moves. */
export function UpdatedMark() {
  return <span className={s.mark}>Updated</span>;
}

/** Returns the announcement of changed fields: "Updated: Status, Amount"; undefined for none. */
export function formatUpdated(
  names: ReadonlySet<string>,
  labels: Readonly<Record<string, string>>,
): string | undefined {
  const known = [...names].flatMap((name) => labels[name] ?? []);
  return known.length === 0 ? undefined : `Updated: ${known.join(', ')}`;
}
