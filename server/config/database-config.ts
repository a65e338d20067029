import { parseUrl, setting } from './setting.ts';
import { isLoopback } from './upstream-config.ts';

const address = setting(
  (text) => /^postgres(ql)?:$/.test(parseUrl(text)?.protocol ?? ''),
  'must be an address such as postgres://user:password@host/name.',
);
const tlsModes: ReadonlySet<string | null> = new Set([
  'disable',
  'require',
  'verify-ca',
  'verify-full',
]);

/** Returns whether a database is on this machine, or its address says how to encrypt. */
function hasTlsMode(text: string): boolean {
  const { hostname = '', searchParams } = parseUrl(text) ?? {};
  const host = searchParams?.get('host') ?? decodeURIComponent(hostname);
  const isHere = host === '' || host.startsWith('/') || isLoopback(host);
  return isHere || tlsModes.has(searchParams?.get('sslmode') ?? null);
}

/** The settings of a database on a server. */
export const databaseSettings = {
  DATABASE_URL: address,
  DATABASE_DIRECT_URL: address,
};
type DatabaseSettings = { [Name in keyof typeof databaseSettings]?: string | undefined };

/** Returns the errors of the settings of the database together. */
export function databaseConflicts(values: DatabaseSettings): string[] {
  const names = ['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const;
  const unencrypted = names.filter((name) => values[name] && !hasTlsMode(values[name]));
  const errors = unencrypted.map(
    (name) =>
      `${name} names another machine: add ?sslmode=verify-full, or ?sslmode=disable if nobody else can read that network.`,
  );
  for (const name of names)
    if (values[name] && !values.DATABASE_URL)
      errors.push(`${name}: set DATABASE_URL too, or leave it unset.`);
  return errors;
}
