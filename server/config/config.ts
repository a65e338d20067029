import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';

import * as z from 'zod/mini';

import type { Currencies } from '#contract/portal/accounts.ts';
import { ExplainedError } from '#server/errors/explained-error.ts';

import { brandConfig, brandSettings } from './brand-config.ts';
import { databaseConflicts, databaseSettings } from './database-config.ts';
import { type Bucket, filesConfig, filesConflicts, filesSettings } from './files-config.ts';
import { mailConfig, mailSettings } from './mail-config.ts';
import { findMisspelt } from './misspelt-names.ts';
import { onOrOff, providerConfig, providerConflicts, providerSettings } from './provider-config.ts';
import { retentionConfig, retentionSettings } from './retention-config.ts';
import { parseUrl, setting } from './setting.ts';
import {
  isLoopback,
  type UpstreamConfig,
  upstreamConfig,
  upstreamSettings,
} from './upstream-config.ts';

export { type Bucket, isLoopback, type UpstreamConfig };

/** Every setting of the service, read once. */
export type Config = Readonly<ReturnType<typeof toConfig>>;

/** All invalid settings, one sentence each. */
export class ConfigError extends ExplainedError {
  readonly sentences: readonly string[];

  constructor(sentences: readonly string[]) {
    super(`The settings need attention:\n${sentences.map((one) => `  ${one}`).join('\n')}`);
    this.sentences = sentences;
  }
}

const isOrigin = (text: string) =>
  /^https?:$/.test(parseUrl(text)?.protocol ?? '') &&
  parseUrl(text)?.origin === text.replace(/\/$/, '');
const isTemplate = (text: string) =>
  text.includes('{leadId}') && /^https?:$/.test(parseUrl(text)?.protocol ?? '');

/** Returns whether a text is an address, or a network such as `10.0.0.0/8`. */
function isNetwork(text: string): boolean {
  const [address = '', bits = '0', ...more] = text.trim().split('/');
  return isIP(address) > 0 && /^\d{1,3}$/.test(bits) && more.length === 0;
}
const isTrustedProxies = (text: string) => /^[1-9]$/.test(text) || text.split(',').every(isNetwork);

const isDays = (text: string) => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 36_500;
const isCurrency = (code: string) => Intl.supportedValuesOf('currency').includes(code);
const isCurrencies = (text: string) =>
  text.split(',').every((part) => isCurrency(part.split(':').at(-1)?.trim() ?? ''));

const secret = setting((text) => text.length >= 32, 'must have at least 32 characters.');
const file = setting((name) => existsSync(name), 'must be the path of a file.');

/** http, too: a collector is usually in a private network, and traces have no personal data. */
const isCollectorUrl = (text: string) => /^https?:\/\/[^\s@?#]+$/.test(text) && URL.canParse(text);

const settings = z.object({
  PORT: setting(
    (text) => /^\d{1,5}$/.test(text) && Number(text) < 65_536,
    'must be a port: 0 to 65535.',
  ),
  HOST: setting((text) => /^[\w.:-]+$/.test(text), 'must be an address or a host name.'),
  PUBLIC_URL: setting(isOrigin, 'must be an origin such as https://portal.example.com.'),
  TRUST_PROXY: setting(
    isTrustedProxies,
    'must be the number of proxies in front (1 to 9), or their addresses separated by commas.',
  ),
  TLS_CERT: file,
  TLS_KEY: file,
  DATA_DIR: z.optional(z.string()),
  ...databaseSettings,
  ...upstreamSettings,
  ...mailSettings,
  ...brandSettings,
  ...providerSettings,
  ...filesSettings,
  ...retentionSettings,
  PORTAL_SECRET: secret,
  PORTAL_SECRET_FORMER: secret,
  BANK_STATEMENTS_LINK: setting(isTemplate, 'must be a web address that contains {leadId}.'),
  APPLICATION_LINK: setting(isTemplate, 'must be a web address that contains {leadId}.'),
  PARTNER_CURRENCY: setting(
    isCurrencies,
    'must be a currency code such as AUD, or several such as AUD,{partnerId}:NZD.',
  ),
  AUDIT_DAYS: setting(isDays, 'must be a number of days: 1 to 36500.'),
  METRICS_TOKEN: secret,
  // Node’s own: with it everything that calls another machine by TLS would believe anybody.
  NODE_TLS_REJECT_UNAUTHORIZED: setting(
    (text) => text !== '0',
    'must not be 0: certificates would not be verified. For an authority of your own, set NODE_EXTRA_CA_CERTS.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    isCollectorUrl,
    'must be an address such as http://collector:4318, with https:// or http://.',
  ),
  REQUIRE_SECOND_FACTOR: onOrOff,
  DEMO: onOrOff,
});
type Settings = z.infer<typeof settings>;

/** What the portal, its commands and Node read: a variable of nearly such a name is an error. */
const knownNames = [
  ...Object.keys(settings.shape),
  'BACKUP_PASSPHRASE',
  'NODE_EXTRA_CA_CERTS',
  'SETTINGS_FILE',
];

function findTlsErrors({ TLS_CERT, TLS_KEY, PUBLIC_URL }: Settings): string[] {
  const given = [TLS_CERT, TLS_KEY].filter((name) => name !== undefined).length;
  return given === 0 || (given === 2 && PUBLIC_URL?.startsWith('https:'))
    ? []
    : ['TLS_CERT and TLS_KEY: set both, with PUBLIC_URL by https, or neither.'];
}

/** Returns the errors of combinations of settings. */
function conflicts(values: Settings, host: string): string[] {
  const errors = databaseConflicts(values);
  if (values.DATABASE_URL && !values.PORTAL_SECRET)
    errors.push('PORTAL_SECRET is required with DATABASE_URL: every process needs the same one.');
  if (values.DEMO === '1' && !isLoopback(host))
    errors.push('DEMO=1 needs HOST to be a loopback address: its passwords are public.');
  if (values.DEMO === '1' && values.PUBLIC_URL && !isLoopback(new URL(values.PUBLIC_URL).hostname))
    errors.push('DEMO=1 works on this machine alone: leave PUBLIC_URL unset.');
  if (values.DEMO === '1' && values.TRUST_PROXY)
    errors.push('DEMO=1 works on this machine alone, behind no proxy: leave TRUST_PROXY unset.');
  if (values.REQUIRE_SECOND_FACTOR === '1' && isDemo(values, host))
    errors.push('REQUIRE_SECOND_FACTOR=1 needs DEMO=0: demo accounts are everybody’s.');
  const upstreamNames = Object.keys(upstreamSettings).filter((name) => name !== 'UPSTREAM_URL');
  const withoutUrl = upstreamNames.filter((name) => !values.UPSTREAM_URL && name in values);
  if (withoutUrl.length > 0)
    errors.push(`${withoutUrl.join(', ')}: set UPSTREAM_URL too, or leave it unset.`);
  if (values.RETENTION && values.UPSTREAM_URL)
    errors.push(
      'RETENTION: leave it unset; with UPSTREAM_URL the existing service has the records.',
    );
  if ((values.SMTP_URL === undefined) !== (values.SMTP_FROM === undefined))
    errors.push('SMTP_URL and SMTP_FROM: set both, or neither.');
  return [
    ...errors,
    ...filesConflicts(values),
    ...providerConflicts(values),
    ...findTlsErrors(values),
  ];
}

/**
 * Reads the settings (design, section 4). An empty variable counts as unset.
 * @throws {@link ConfigError} with every error at once.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const misspelt = findMisspelt(Object.keys(given), knownNames);
  const result = settings.safeParse(given);
  if (!result.success)
    throw new ConfigError([
      ...misspelt,
      ...result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`),
    ]);
  const host = result.data.HOST ?? '127.0.0.1';
  const errors = [...misspelt, ...conflicts(result.data, host)];
  if (errors.length > 0) throw new ConfigError(errors);
  return toConfig(result.data, host);
}

function toConfig(values: Settings, host: string) {
  return {
    /** 0: any free port. */
    port: Number(values.PORT ?? 3000),
    host,
    /** The origin people use, without a final slash; null: the address listened on. */
    publicUrl: values.PUBLIC_URL?.replace(/\/$/, '') ?? null,
    /**
     * Which proxies are trusted to say who the client is: a number of hops, or addresses; false:
     * none.
     */
    trustProxy: proxies(values.TRUST_PROXY),
    /** The files by which the service itself speaks https; null: it speaks http. */
    tls: values.TLS_CERT && values.TLS_KEY ? { cert: values.TLS_CERT, key: values.TLS_KEY } : null,
    /** An absolute path. */
    dataDir: path.resolve(values.DATA_DIR ?? 'data'),
    /** null: the embedded database in `dataDir`. */
    databaseUrl: values.DATABASE_URL ?? null,
    /** PostgreSQL itself, where `databaseUrl` is a pooler; null: it is none. */
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? null,
    /** null: generated and stored in `dataDir`. */
    portalSecret: values.PORTAL_SECRET ?? null,
    /** Accepted too; null: none. */
    formerSecret: values.PORTAL_SECRET_FORMER ?? null,
    /** Link templates with `{leadId}`; null: the record’s own page in the portal. */
    bankStatementsLink: values.BANK_STATEMENTS_LINK ?? null,
    applicationLink: values.APPLICATION_LINK ?? null,
    /** What people see of the lender whose portal it is. */
    brand: brandConfig(values),
    /** The currencies that amounts are shown with; null: none. */
    currencies: currencies(values.PARTNER_CURRENCY),
    files: filesConfig(values),
    /** null: the portal stores leads, deals and attachments itself. */
    upstream: upstreamConfig(values),
    /** How long entries of the audit trail are kept, in days. */
    auditDays: Number(values.AUDIT_DAYS ?? 730),
    /** After how long records in a final status are erased. */
    retention: retentionConfig(values),
    /** Whether support and partner admins must have a second factor. */
    requireSecondFactor: values.REQUIRE_SECOND_FACTOR === '1',
    /** What a program that reads the metrics sends; null: they are for this machine alone. */
    metricsToken: values.METRICS_TOKEN ?? null,
    /** Where traces of requests are sent by OTLP; null: nowhere. */
    tracesUrl: tracesUrl(values.OTEL_EXPORTER_OTLP_ENDPOINT),
    /** null: no emails are sent. */
    mail: mailConfig(values),
    /** null: people sign in by password and passkey alone. */
    provider: providerConfig(values),
    /** Demo accounts and records, for this machine only. */
    demo: isDemo(values, host),
  };
}

/** Returns whether `DEMO` says so or, without it, nothing is set that a portal for others needs. */
function isDemo(values: Settings, host: string): boolean {
  if (values.DEMO !== undefined) return values.DEMO === '1';
  const { PUBLIC_URL, DATABASE_URL, UPSTREAM_URL, TRUST_PROXY } = values;
  return !PUBLIC_URL && !DATABASE_URL && !UPSTREAM_URL && !TRUST_PROXY && isLoopback(host);
}

/** Reads `AUD,65f0:NZD`: the usual currency, and those of single partners by their id. */
function currencies(text: string | undefined): Currencies | null {
  if (text === undefined) return null;
  const parts = text.split(',').map((part) => part.trim());
  const ofPartners = parts.filter((part) => part.includes(':')).map((part) => part.split(':'));
  return {
    usual: parts.find((part) => !part.includes(':')) ?? null,
    byPartner: Object.fromEntries(
      ofPartners.map(([id = '', code = '']) => [id.trim(), code.trim()]),
    ),
  };
}

const tracesUrl = (endpoint: string | undefined) =>
  endpoint === undefined ? null : `${endpoint.replace(/\/$/, '')}/v1/traces`;

function proxies(text: string | undefined) {
  if (text === undefined) return false;
  return /^\d$/.test(text) ? (_address: string, hop: number) => hop < Number(text) : text;
}

/**
 * Returns the origin at which people reach the portal: `PUBLIC_URL`, else the address listened on.
 */
export function getPublicUrl(config: Config, port = config.port): string {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return config.publicUrl ?? `http://${host}:${port}`;
}

/** Returns the folder of the attached files. */
export const filesFolder = (config: Config): string => path.join(config.dataDir, 'files');
