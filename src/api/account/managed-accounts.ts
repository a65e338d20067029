import type * as z from 'zod/mini';

import type { Role } from '#contract/endpoint.ts';
import {
  type invitation,
  managedAccountEndpoints,
  type newIntegration,
  type SentLink,
} from '#contract/portal/people/managed-accounts.ts';
import { call } from '#src/api/client.ts';
import { endpointQuery } from '#src/api/endpoint-query.ts';

import { useConfirmedChange } from './confirmation.ts';

const accounts = { queryKey: ['accounts'] } as const;

/**
 * The query for the accounts that the user manages: as support those of a partner; empty: of
 * support. `hasLeads`: whether the leads of each are counted.
 */
export function managedAccountsQuery(partnerId: string, hasLeads: boolean) {
  const query = new URLSearchParams(partnerId === '' ? {} : { partnerId });
  return endpointQuery(managedAccountEndpoints.listAccounts, [...accounts.queryKey, partnerId], {
    query,
    records: hasLeads ? ['lead'] : [],
  });
}

/** A change of an account. */
export type AccountAction =
  | { readonly kind: 'send-link' | 'unlock' | 'reset-factor' }
  | { readonly kind: 'change'; readonly role?: Role; readonly isActive?: boolean };

/** Returns the mutation that does something to an account. Returns the link if it made one. */
export function useAccountAction(id: string) {
  const params = { id };
  return useConfirmedChange(
    accounts,
    async (action: AccountAction): Promise<SentLink | undefined> => {
      if (action.kind === 'send-link') return call(managedAccountEndpoints.sendLink, { params });
      if (action.kind === 'unlock') await call(managedAccountEndpoints.unlockAccount, { params });
      else if (action.kind === 'reset-factor')
        await call(managedAccountEndpoints.resetSecondFactor, { params });
      else {
        const { kind: _, ...body } = action;
        await call(managedAccountEndpoints.changeAccount, { params, body });
      }
      return undefined;
    },
  );
}

/**
 * Returns the mutation that invites a person, and returns the link.
 * @throws ServiceError 409 with an error for `email`
 */
export function useInvitation() {
  return useConfirmedChange(accounts, async (body: z.output<typeof invitation>) =>
    call(managedAccountEndpoints.invitePerson, { body }),
  );
}

/** Returns the mutation that adds an integration. */
export function useNewIntegration() {
  return useConfirmedChange(accounts, async (body: z.output<typeof newIntegration>) =>
    call(managedAccountEndpoints.addIntegration, { body }),
  );
}
