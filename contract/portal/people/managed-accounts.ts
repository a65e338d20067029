import * as z from 'zod/mini';

import { endpoints, roles } from '#contract/endpoint.ts';
import { factors } from '#contract/portal/second-factor/second-factor.ts';
import { validated } from '#contract/v1/fields.ts';
import { emailRule, type Rule, textRule } from '#contract/v1/rules/rules.ts';

import { hasAddress } from './addresses-in-names.ts';

/**
 * Whether somebody can sign in. `invited`: not yet; `locked`: not for some time, after too many
 * failed attempts.
 */
export const accountStates = ['active', 'locked', 'invited', 'deactivated'] as const;
export type AccountState = (typeof accountStates)[number];

/** An account, as those who manage it see it. */
export const managedAccount = z.object({
  id: z.string(),
  /** null for support. */
  contactId: z.nullable(z.string()),
  name: z.string(),
  /** null: an integration, which is no person and can’t sign in. */
  email: z.nullable(z.string()),
  role: z.enum(roles),
  state: z.enum(accountStates),
  /** The second factors they sign in with. */
  factors: z.array(z.enum(factors)),
  hasPassword: z.boolean(),
  /** The name of the identity provider they can sign in with; null: none. */
  provider: z.nullable(z.string()),
  /** Until when the last link to set a password can be used; null if there is none. */
  linkUntil: z.nullable(z.string()),
  /** The time at which the person last used the portal, to 5 minutes; null if never. */
  lastSeenAt: z.nullable(z.string()),
  /** The leads of the contact that have not ended; null for support and if it is not known. */
  openLeads: z.nullable(z.number()),
  /** Whether it is the reader's own, which somebody else manages. */
  isOwn: z.boolean(),
});
export type ManagedAccount = z.infer<typeof managedAccount>;

/** Returns the schema of a line of text; `sentence` is the error message if it is empty. */
function line(rule: Rule<string>, sentence: string) {
  return z.pipe(
    z.string({ error: () => sentence }).check(z.trim(), z.minLength(1, sentence)),
    validated(rule),
  );
}
/** The end of the names of integrations, which identifies them in every list, history and file. */
export const integrationMark = '(integration)';
const isMarked = (name: string) => name.toLowerCase().endsWith(integrationMark);
export const personName = line(textRule(200), 'Enter a first and last name.').check(
  z.refine((name) => !isMarked(name), 'Only integrations have such a name.'),
  z.refine(
    (name) => !hasAddress(name),
    'A name can’t have a web or email address in it. Put a space after each full stop.',
  ),
);
export const personEmail = line(emailRule, 'Enter an email.');

/** A person who is invited. Support chooses the partner; none is another person of support. */
export const invitation = z.strictObject({
  name: personName,
  email: personEmail,
  role: z.enum(roles, { error: () => 'Choose a role.' }),
  partnerId: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
});
export type Invitation = z.output<typeof invitation>;

/** How many integrations a partner can have that are not deactivated. */
export const maxIntegrations = 50;

/** A program of a partner that gets an account. Support chooses the partner. */
export const newIntegration = z.strictObject({
  name: line(textRule(100), 'Enter a name.').check(
    z.refine((name) => !isMarked(name), `${integrationMark} is added to the name.`),
  ),
  role: z.enum(['broker', 'partner-admin'], { error: () => 'Choose a role.' }),
  partnerId: invitation.shape.partnerId,
});

/**
 * A link to set a password. It is sent by email where the service sends emails, and null then;
 * otherwise it is shown once, to be passed on.
 */
export const sentLink = z.object({ link: z.nullable(z.string()) });
export type SentLink = z.infer<typeof sentLink>;

/**
 * Accounts and who may use them: a partner admin manages those of the partner, and support with the
 * operator's right those of all. Changes need the password confirmed within the last 5 minutes.
 */
export const managedAccountEndpoints = endpoints('session', ['partner-admin', 'support'], {
  listAccounts: [
    'GET /portal/accounts',
    'List the accounts that I manage, by name: of my partner, or as support those of a partner, without one those of support.',
    {
      query: z.object({ partnerId: z.optional(z.string().check(z.maxLength(100))) }),
      response: z.array(managedAccount),
    },
  ],
  invitePerson: [
    'POST /portal/accounts',
    'Invite a person, who sets a password by a link that works once, within 24 hours.',
    { body: invitation, response: sentLink },
  ],
  addIntegration: [
    'POST /portal/integrations',
    'Add an account of a program: it can’t sign in, and works by API keys.',
    { body: newIntegration },
  ],
  sendLink: [
    'POST /portal/accounts/:id/link',
    'Send a new link to set a password: to somebody who has none yet, or who cannot sign in. Earlier links stop working.',
    { response: sentLink },
  ],
  changeAccount: [
    'PATCH /portal/accounts/:id',
    'Change the role of an account, which ends its sessions; deactivate it, which also ends its links and API keys at once; or activate it again.',
    {
      body: z.strictObject({ role: z.optional(z.enum(roles)), isActive: z.optional(z.boolean()) }),
    },
  ],
  resetSecondFactor: [
    'DELETE /portal/accounts/:id/second-factor',
    'Remove the second factor of somebody whose phone is lost, which ends their sessions.',
  ],
  unlockAccount: [
    'POST /portal/accounts/:id/unlock',
    'Delete the failed attempts at an account, so that its owner can sign in at once.',
  ],
});
