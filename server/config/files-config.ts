import { setting } from './setting.ts';

/** The daemon is on this machine: what it reads is not encrypted on the way. */
const isScanUrl = (text: string) =>
  /^(tcp:\/\/(localhost|127\.0\.0\.1):[1-9]\d{0,4}|unix:\/\/\/[\w./-]+)$/.test(text);
const toBytes = (text: string | undefined) => Number(text ?? Infinity) * 1024 * 1024;

const megabytes = setting(
  (text) => /^[1-9]\d{0,8}$/.test(text),
  'must be a number of megabytes: 1 to 999999999.',
);

/** The settings of attached files. */
export const filesSettings = {
  SCAN_URL: setting(
    isScanUrl,
    'must be on this machine, such as tcp://127.0.0.1:3310 or unix:///run/clamav/clamd.ctl.',
  ),
  FILES_PER_RECORD_MB: megabytes,
  FILES_PER_PERSON_MB: megabytes,
  FILES_PER_PARTNER_MB: megabytes,
};

/** Returns the settings of attached files. */
export function filesConfig(values: {
  readonly [Name in keyof typeof filesSettings]?: string | undefined;
}) {
  return {
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
