import * as z from 'zod/mini';

import { endpoints, roles } from '#contract/endpoint.ts';

import { personEmail, personName, sentLink } from './people/managed-accounts.ts';
import { chosenPassword, entered } from './sign-in.ts';

/** The present password, and the one that replaces it. */
export const changedPassword = z.strictObject({
  current: entered('Enter your current password.'),
  password: chosenPassword,
});

/** The name and email that the user chooses. */
export const ownIdentity = z.strictObject({ name: personName, email: personEmail });

/** A session of the user, by which they recognise a device. */
export const ownSession = z.object({
  id: z.string(),
  /** The browser and system, such as `Firefox on Windows`. */
  device: z.string(),
  /** The network address at the sign-in. */
  address: z.string(),
  signedInAt: z.string(),
  /** To 5 minutes. */
  lastUsedAt: z.string(),
  /** Whether it is the session of this request. */
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

/** The endpoints for one’s own account. */
export const ownAccountEndpoints = endpoints('session', roles, {
  changePassword: [
    'PUT /portal/password',
    'Change my password. Ends my other sessions.',
    { body: changedPassword },
  ],
  changeIdentity: [
    'PATCH /portal/profile',
    'Change my name, and ask to change my email. That needs the password confirmed, and a link that is sent to the new address, or shown where no emails are sent. The response is the same if the address has an account.',
    { body: ownIdentity, response: sentLink },
  ],
  listSessions: [
    'GET /portal/sessions',
    'List my sessions, the one used last first.',
    { response: z.array(ownSession) },
  ],
  endSession: [
    'DELETE /portal/sessions/:id',
    'Sign out one of my sessions, with its access tokens and live updates. The password has to be confirmed.',
  ],
  endOtherSessions: [
    'DELETE /portal/sessions',
    'Sign out all of my sessions but this one. The password has to be confirmed.',
  ],
});
