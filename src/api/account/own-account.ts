import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';

import {
  type changedPassword,
  ownAccountEndpoints,
  type ownIdentity,
} from '#contract/portal/own-account.ts';
import { call } from '#src/api/client.ts';

/** The query for the user's sessions. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  meta: { records: [] },
  queryFn: async ({ signal }) => (await call(ownAccountEndpoints.listSessions, { signal })).data,
});

/**
 * Returns the mutation that changes the password, which ends the other sessions.
 * @throws ServiceError 400 with an error for `current` or `password`
 */
export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: z.input<typeof changedPassword>) => {
      await call(ownAccountEndpoints.changePassword, { body });
    },
    onSuccess: () => queryClient.invalidateQueries(sessionsQuery),
    // Passwords aren't cached once the dialog is closed.
    gcTime: 0,
  });
}

/**
 * Returns the mutation that changes the name and asks to change the email. Returns the link that
 * changes it, where no emails are sent.
 * @throws ServiceError 403 when the password was not confirmed in the last 5 minutes
 */
export function useChangeIdentity() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: z.output<typeof ownIdentity>) =>
      (await call(ownAccountEndpoints.changeIdentity, { body })).data.link,
    // The name is on every page.
    onSuccess: async () => queryClient.invalidateQueries(),
    // The link is a secret: it isn't cached once the dialog is closed.
    gcTime: 0,
  });
}

/** Returns the mutation that signs out a session by its ID; undefined: all but this one. */
export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string | undefined) => {
      await (id === undefined
        ? call(ownAccountEndpoints.endOtherSessions, {})
        : call(ownAccountEndpoints.endSession, { params: { id } }));
    },
    onSettled: () => queryClient.invalidateQueries(sessionsQuery),
  });
}
