/** Settings of versions before that nothing reads any more, and what holds now. */
const retired = new Map([
  ['DATABASE_READ_URL', 'everything is read from the database of DATABASE_URL'],
]);

/**
 * Returns a sentence for each retired setting that is still set, which would otherwise be ignored
 * silently. The portal starts with it: during an update the version before may read it.
 */
export function findRetired(env: Readonly<Record<string, string | undefined>>): string[] {
  return [...retired].flatMap(([name, instead]) =>
    env[name] ? [`${name} is no longer used: ${instead}. Remove it.`] : [],
  );
}
