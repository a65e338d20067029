import type * as z from 'zod/mini';

import { noticeEndpoints, type Notices } from '#contract/portal/notices.ts';
import {
  type changedPassword,
  ownAccountEndpoints,
  type ownIdentity,
} from '#contract/portal/own-account.ts';
import { call } from '#src/api/client.ts';
import { endpointQuery, useChange } from '#src/api/endpoint-query.ts';

import { useConfirmedChange } from './confirmation.ts';

/** The query for the user's sessions. */
export const sessionsQuery = endpointQuery(ownAccountEndpoints.listSessions, ['sessions'], {
  records: [],
});

/**
 * Returns the mutation that changes the password, which ends the other sessions.
 * @throws ServiceError 400 with an error for `current` or `password`
 */
export function useChangePassword() {
  return useChange(sessionsQuery, (body: z.input<typeof changedPassword>) =>
    call(ownAccountEndpoints.changePassword, { body }),
  );
}

/**
 * Returns the mutation that changes the name and asks to change the email. Returns the link that
 * changes it, where no emails are sent.
 * @throws ServiceError 403 when the password was not confirmed in the last 5 minutes
 */
export function useChangeIdentity() {
  // The name is on every page.
  const everything = { queryKey: [] };
  return useChange(
    everything,
    async (body: z.output<typeof ownIdentity>) =>
      (await call(ownAccountEndpoints.changeIdentity, { body })).link,
  );
}

/** Returns the mutation that signs out a session by its ID; undefined: all but this one. */
export function useEndSession() {
  return useConfirmedChange(sessionsQuery, (id: string | undefined) =>
    id === undefined
      ? call(ownAccountEndpoints.endOtherSessions, {})
      : call(ownAccountEndpoints.endSession, { params: { id } }),
  );
}

/** The query for when the user is notified by email of pending records. */
export const noticesQuery = endpointQuery(noticeEndpoints.readNotices, ['notices'], {
  records: [],
});

/** Returns the mutation that changes when that is. */
export function useChangeNotices() {
  return useChange(noticesQuery, (body: Notices) => call(noticeEndpoints.changeNotices, { body }));
}
