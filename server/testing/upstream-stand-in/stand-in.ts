import type { AddressInfo } from 'node:net';

import { buildStandIn } from './app.ts';
import type { Control } from './control.ts';
import { FailureModes } from './failure-modes.ts';
import { type OpenPoints, simplestPoints } from './open-points.ts';
import type { Service } from './operations.ts';
import type { Person } from './records/people.ts';
import { Records } from './records/records.ts';
import { seedPeople } from './records/seed-people.ts';
import { seedRecords } from './records/seed-records.ts';
import type { LoggedRequest } from './request-log.ts';

export interface StandInOptions {
  /** 0 by default: any free port. */
  readonly port?: number;
  /** The people with a token; by default {@link seedPeople}. */
  readonly people?: readonly Person[];
  /**
   * Whether to start with the seed’s leads and deals; by default empty. A journal with records
   * takes precedence.
   */
  readonly isSeeded?: boolean;
  /** The file in which records survive the process; by default none. */
  readonly journal?: string;
  /** Differences from {@link simplestPoints}. */
  readonly points?: Partial<OpenPoints>;
}

/** A running stand-in for an operator’s existing service. */
export interface StandIn extends Control {
  /** The specification’s `{base_url}`. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Starts, on a loopback port, a service that does what the specification says and nothing else:
 * lists without count, search and sort order, no ETag, no idempotency, no reading of attachments.
 * It is written only from the specification’s text.
 */
export async function startStandIn(options: StandInOptions = {}): Promise<StandIn> {
  const { port = 0, people = seedPeople, points } = options;
  const records = new Records(options.journal);
  if (options.isSeeded && records.isEmpty) records.save(seedRecords(new Date()));
  const service: Service = { people, records, points: { ...simplestPoints, ...points } };
  const failureModes = new FailureModes();
  const log: LoggedRequest[] = [];
  const app = await buildStandIn({ service, failureModes, log });
  await app.listen({ host: '127.0.0.1', port });
  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    ...makeControl(service, failureModes, log),
    close: async () => app.close(),
  };
}

function makeControl(service: Service, failureModes: FailureModes, log: LoggedRequest[]): Control {
  const { records } = service;
  return {
    addFailure: async (failureMode) => failureModes.add(failureMode),
    clearFailures: async () => failureModes.clear(),
    setOpenPoints: async (points) => {
      service.points = { ...service.points, ...points };
    },
    changeLead: async ({ id, fields }) => {
      const lead = records.leads.get(id);
      if (!lead) throw new RangeError(`There is no lead ${id}.`);
      const updatedAt = new Date().toISOString();
      records.save([{ lead: { ...lead, updatedAt, fields: { ...lead.fields, ...fields } } }]);
    },
    requests: async () => [...log],
    clearRequests: async () => void log.splice(0),
    leads: async () => [...records.leads.values()],
    attachments: async () => [...records.attachments.values()],
  };
}
