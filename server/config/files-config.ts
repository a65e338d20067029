import * as z from 'zod/mini';

import { setting } from './setting.ts';
import { isSecureUrl } from './upstream-config.ts';

/** The daemon is on this machine: files are sent to it unencrypted. */
const isScanUrl = (text: string) =>
  /^(tcp:\/\/(localhost|127\.0\.0\.1):[1-9]\d{0,4}|unix:\/\/\/[\w./-]+)$/.test(text);
const toBytes = (text: string | undefined) => Number(text ?? Infinity) * 1024 * 1024;

const megabytes = setting(
  (text) => /^[1-9]\d{0,8}$/.test(text),
  'must be a number of megabytes: 1 to 999999999.',
);

/** A bucket of S3-compatible storage; all keys read and written there begin with `prefix`. */
export interface Bucket {
  readonly name: string;
  readonly prefix: string;
  /** null: that of the region at Amazon. */
  readonly endpoint: string | null;
  /** null: that of `AWS_REGION`. */
  readonly region: string | null;
  /** Whether the bucket is in the path of addresses instead of their host. */
  readonly isPathStyle: boolean;
}

/** Reads the URL of a bucket, with `endpoint`, `region` and `path-style`; null: it is none. */
export function parseBucketUrl(text: string): Bucket | null {
  const [, name, path = '', query] =
    /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])((?:\/[\w.-]+)*)\/?(?:\?(.*))?$/.exec(text) ?? [];
  const given = new URLSearchParams(query);
  const endpoint = given.get('endpoint');
  const pathStyle = given.get('path-style') ?? (endpoint === null ? '0' : '1');
  const isKnown = [...given.keys()].every((key) => /^(endpoint|region|path-style)$/.test(key));
  if (name === undefined || !isKnown || !/^[01]$/.test(pathStyle)) return null;
  if (endpoint !== null && !isSecureUrl(endpoint)) return null;
  return {
    name,
    prefix: `${path}/`.slice(1),
    endpoint,
    region: given.get('region') ?? (endpoint === null ? null : 'us-east-1'),
    isPathStyle: pathStyle === '1',
  };
}

export const bucketUrlSentence =
  'must be a bucket such as s3://bucket/prefix?region=eu-central-1, with &endpoint=https://s3.example.com where it isn’t Amazon’s; http:// only for this machine.';

/** The settings of attached files. */
export const filesSettings = {
  FILES_URL: setting((text) => parseBucketUrl(text) !== null, bucketUrlSentence),
  AWS_REGION: z.optional(z.string()),
  AWS_ACCESS_KEY_ID: z.optional(z.string()),
  AWS_SECRET_ACCESS_KEY: z.optional(z.string()),
  SCAN_URL: setting(
    isScanUrl,
    'must be on this machine, such as tcp://127.0.0.1:3310 or unix:///run/clamav/clamd.ctl.',
  ),
  FILES_PER_RECORD_MB: megabytes,
  FILES_PER_PERSON_MB: megabytes,
  FILES_PER_PARTNER_MB: megabytes,
};

type FilesSettings = { readonly [Name in keyof typeof filesSettings]?: string | undefined };

/** Returns the errors of combinations of these settings. */
export function filesConflicts(values: FilesSettings): string[] {
  const { bucket } = filesConfig(values);
  const errors: string[] = [];
  if (bucket?.region === null && values.AWS_REGION === undefined)
    errors.push('FILES_URL names no region: add ?region=, or set AWS_REGION.');
  if (
    bucket &&
    (values.AWS_ACCESS_KEY_ID === undefined) !== (values.AWS_SECRET_ACCESS_KEY === undefined)
  )
    errors.push('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: set both, or neither.');
  return errors;
}

/** Returns the settings of attached files. */
export function filesConfig(values: FilesSettings) {
  return {
    /** Where the files are; null: in a folder of the data folder. */
    bucket: values.FILES_URL === undefined ? null : parseBucketUrl(values.FILES_URL),
    /** Where ClamAV's daemon listens; null: files are not scanned. */
    scanUrl: values.SCAN_URL ?? null,
    /**
     * How many bytes may be attached to a lead, by a person and by all people of a partner;
     * Infinity where there is no limit.
     */
    quotas: {
      record: toBytes(values.FILES_PER_RECORD_MB),
      person: toBytes(values.FILES_PER_PERSON_MB),
      partner: toBytes(values.FILES_PER_PARTNER_MB),
    },
  };
}

export type Quotas = ReturnType<typeof filesConfig>['quotas'];
