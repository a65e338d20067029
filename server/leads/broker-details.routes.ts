import type { FastifyInstance } from 'fastify';

import { brokerDetailEndpoints, brokerDetailNames } from '#contract/portal/new-lead/new-lead.ts';
import type { ContactCaller } from '#server/auth/caller.ts';
import { route } from '#server/http/routes.ts';

/**
 * Finds the values of the last lead that the caller submitted in the portal for themselves and that
 * has any broker details.
 */
type FindSubmitted = (
  caller: ContactCaller,
) => Promise<Readonly<Record<string, unknown>> | undefined>;

/** Registers the endpoint that reads the broker details of the caller’s last lead. */
export function brokerDetailRoutes(app: FastifyInstance, findSubmitted: FindSubmitted): void {
  route(app, brokerDetailEndpoints.readBrokerDetails, async ({ caller }) => {
    const values = (await findSubmitted(caller)) ?? {};
    return Object.fromEntries(
      brokerDetailNames.flatMap((name) => {
        const text = values[name];
        return typeof text === 'string' && text !== '' ? [[name, text]] : [];
      }),
    );
  });
}
