import { defaultUpstreamName } from '#contract/portal/upstream-name.ts';

import { setting } from './setting.ts';

/** The upstream service, and the points that the specification leaves open. */
export type UpstreamConfig = Readonly<NonNullable<ReturnType<typeof upstreamConfig>>>;

const isPath = (text: string) => /^\/api\/v1(\/[\w.~-]+)+$/.test(text);
/** A few words on one line, not more than a sentence has room for. */
const isName = (text: string) =>
  /^[^\p{C}\p{Z}](?:[^\p{C}\p{Zl}\p{Zp}]{0,58}[^\p{C}\p{Z}])?$/u.test(text);
const isSmallNumber = (text: string) => /^[1-9]\d{0,3}$/.test(text);

/**
 * The settings of the upstream service, by their environment variables. The defaults are our own
 * decisions (design, section 3).
 */
export const upstreamSettings = {
  UPSTREAM_URL: setting(
    isSecureUrl,
    'must be an address such as https://crm.example.com; http:// only for this machine.',
  ),
  UPSTREAM_NAME: setting(
    isName,
    'must be a name of at most 60 characters, as it stands within a sentence: the lender’s system.',
  ),
  UPSTREAM_LEAD_PATH: setting(isPath, 'must be a path such as /api/v1/lead.'),
  UPSTREAM_ATTACHMENT_PATH: setting(isPath, 'must be a path such as /api/v1/attachment.'),
  UPSTREAM_PATCH_WRAPPER: setting(
    (text) => /^[A-Za-z]\w{0,49}$/.test(text),
    'must be the name of the member that holds the changed fields, or none.',
  ),
  UPSTREAM_FIRST_PAGE: setting((text) => text === '0' || text === '1', 'must be 0 or 1.'),
  UPSTREAM_LARGEST_PAGE: setting(isSmallNumber, 'must be a number from 1 to 9999.'),
  UPSTREAM_COUNT_HEADER: setting(
    (text) => text.split(',').every((name) => /^[\w-]+$/.test(name.trim())),
    'must be the name of a header, or several separated by commas.',
  ),
};

type Input = { readonly [K in keyof typeof upstreamSettings]?: string | undefined };

/** Returns the configured upstream service; null: the portal stores its own records. */
export function upstreamConfig(input: Input) {
  if (input.UPSTREAM_URL === undefined) return null;
  const wrapper = input.UPSTREAM_PATCH_WRAPPER ?? 'fields';
  return {
    /** The name of the service within a sentence: “the lender’s system”. */
    name: input.UPSTREAM_NAME ?? defaultUpstreamName,
    /** The `{base_url}` of the specification, without a final slash: `/api/v1/…` is appended. */
    url: input.UPSTREAM_URL.replace(/(?<!\/)\/+$/, ''),
    /** The path where leads are created; `attachmentPath`: where attachments are uploaded. */
    leadPath: input.UPSTREAM_LEAD_PATH ?? '/api/v1/lead',
    attachmentPath: input.UPSTREAM_ATTACHMENT_PATH ?? '/api/v1/attachment',
    /**
     * The member of a PATCH body that contains the changed fields; null: the body is the fields
     * themselves.
     */
    patchWrapper: wrapper === 'none' ? null : wrapper,
    firstPage: input.UPSTREAM_FIRST_PAGE === '0' ? 0 : 1,
    /** The maximum number of records of a page. */
    maxPageSize: Number(input.UPSTREAM_LARGEST_PAGE ?? 100),
    /**
     * Headers that may have the number of a list’s records; the first one present counts. Lower
     * case.
     */
    countHeaders: (input.UPSTREAM_COUNT_HEADER ?? 'x-total-count')
      .split(',')
      .map((name) => name.trim().toLowerCase()),
  };
}

/**
 * Returns whether a text is the URL of a service to which secrets are sent, so that it needs HTTPS,
 * except on a loopback address.
 */
export function isSecureUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  const hasOnlyPath = username + password + search + hash === '';
  return hasOnlyPath && (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)));
}

/**
 * Returns whether a host (without port) is a loopback address, reachable only from this machine.
 */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
}
