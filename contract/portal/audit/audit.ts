import * as z from 'zod/mini';

import { endpoints } from '#contract/endpoint.ts';
import { listKeys } from '#contract/typed-objects.ts';
import { anyFrom, moment, oneText, toOneLine } from '#contract/v1/list-parameters.ts';
import { pageParameters } from '#contract/v1/paging.ts';

/** The actions that the audit trail records, and what each is called. */
export const auditActions = {
  'sign-in': 'Signed in',
  'sign-in-failed': 'Sign-in failed',
  'sign-out': 'Signed out',
  'sessions-ended': 'Sessions ended',
  'password-set': 'Password set',
  'account-added': 'Account added',
  'account-changed': 'Account changed',
  'account-disabled': 'Account deactivated',
  'account-unlocked': 'Account unlocked',
  'factor-added': 'Second factor added',
  'factor-removed': 'Second factor removed',
  'recovery-codes-created': 'Recovery codes created',
  'link-created': 'Link to set a password created',
  'key-created': 'API key created',
  'key-shown': 'API key shown',
  'key-replaced': 'API key replaced',
  'key-entered': 'API key entered',
  'key-revoked': 'API key revoked',
  'key-new-address': 'API key used from a new address',
  'access-denied': 'Access denied',
  'record-read': 'Read by support',
  'export-created': 'Export prepared',
  'export-downloaded': 'Export downloaded',
  'bulk-change': 'Bulk change',
  'bulk-change-undone': 'Bulk change undone',
  'upload-submitted': 'Bulk upload submitted',
  'upload-link-created': 'Link for a client created',
  'upload-link-withdrawn': 'Link for a client withdrawn',
  'client-files-received': 'Files received from a client',
  'virus-found': 'Virus found in a file',
  'operator-change': 'Changed by the operator’s system',
  'operator-key-created': 'Operator key created',
  'operator-key-revoked': 'Operator key revoked',
  'data-erased': 'Personal data erased',
  'entries-deleted': 'Old audit entries deleted',
} as const;
/** One of {@link auditActions}. */
export type AuditAction = keyof typeof auditActions;

/** Who or what can act: somebody signed in or with an API key, a program of the operator, … */
export const auditActors = ['account', 'operator-key', 'command', 'service', 'unknown'] as const;
export type AuditActor = (typeof auditActors)[number];

/** One entry of the audit trail: who did what to what, when, from where. */
export const auditEntry = z.object({
  id: z.string(),
  at: z.string(),
  /** One of {@link auditActions}, or one of a later version. */
  act: z.string(),
  actor: z.object({
    type: z.enum(auditActors),
    /** null for people and programs that are not of the reader’s partner. */
    id: z.nullable(z.string()),
    /** null where there is none, or it may not be known. */
    name: z.nullable(z.string()),
  }),
  partnerName: z.nullable(z.string()),
  /** The subject of the action; null: nothing in particular. */
  subject: z.nullable(
    z.object({
      type: z.string(),
      id: z.string(),
      /** The name of an account; null for others. */
      name: z.nullable(z.string()),
    }),
  ),
  /** Further facts by name. None of them is personal. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** The address that the request came from; null if there was none, or it has been erased. */
  address: z.nullable(z.string()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const filters = {
  act: anyFrom(listKeys(auditActions)),
  person: oneText(
    40,
    'The id of an account: what its owner did, and what was done to it.',
    toOneLine,
  ),
  since: moment('Only entries from this moment on.'),
  until: moment('Only entries before this moment.'),
};

/** The filters of the audit trail. */
export const auditFilter = z.object(filters);
export type AuditFilter = z.output<typeof auditFilter>;

/**
 * The audit trail: brokers read what they did themselves, partner admins what concerns their
 * partner, support everything.
 */
export const auditEndpoints = endpoints('session', ['broker', 'partner-admin', 'support'], {
  listAuditEntries: [
    'GET /portal/audit',
    'List entries of the audit trail, newest first.',
    {
      query: z.object({
        ...filters,
        /** `next` of the page before. */
        cursor: z.optional(
          z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'Take the cursor from `next`.')),
        ),
        pageSize: pageParameters.pageSize,
      }),
      response: z.object({ entries: z.array(auditEntry), next: z.nullable(z.string()) }),
    },
  ],
  listAuditedPeople: [
    'GET /portal/audit/people',
    'List the people by whom the audit trail can be filtered, by name.',
    { response: z.array(z.object({ id: z.string(), name: z.string() })) },
  ],
  downloadAudit: [
    'GET /portal/audit/file',
    'Download the entries of the audit trail that a filter finds, as CSV.',
    { query: auditFilter },
  ],
});
