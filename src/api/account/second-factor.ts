import { useQueryClient } from '@tanstack/react-query';

import { secondFactorEndpoints as endpoints } from '#contract/portal/second-factor/second-factor.ts';
import { call } from '#src/api/client.ts';
import { endpointQuery } from '#src/api/endpoint-query.ts';

import { confirmed, useConfirmedChange } from './confirmation.ts';
import { sessionsQuery } from './own-account.ts';

/** The query for the user's second factors. */
export const secondFactorQuery = endpointQuery(endpoints.readSecondFactor, ['second-factor'], {
  records: [],
});

/** Sets up an authenticator app. */
export const setUpAuthenticator = {
  start: async () => confirmed(async () => call(endpoints.startAuthenticator, {})),
  confirm: async (code: string) => call(endpoints.confirmAuthenticator, { body: { code } }),
};

/**
 * Returns the mutation that removes the app or creates recovery codes, and returns these.
 * @throws ServiceError 409 when a second factor is required
 */
export function useChangeSecondFactor() {
  return useConfirmedChange(secondFactorQuery, async (change: 'remove' | 'renew-codes') => {
    if (change === 'renew-codes')
      return (await call(endpoints.renewRecoveryCodes, {})).recoveryCodes;
    await call(endpoints.removeAuthenticator, {});
    return undefined;
  });
}

/** Returns the function to call when an app is set up, which signs out the other sessions. */
export function useSecondFactorChanged(): () => void {
  const queryClient = useQueryClient();
  return () => {
    for (const query of [secondFactorQuery, sessionsQuery])
      void queryClient.invalidateQueries({ queryKey: query.queryKey });
  };
}
