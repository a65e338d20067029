import { setTimeout as wait } from 'node:timers/promises';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { AffectedRequest, FailureModes } from './failure-modes.ts';

/** Applies the failure modes to the requests of an app. */
export function addFailureHooks(app: FastifyInstance, failureModes: FailureModes): void {
  app.decorateRequest('affectedRequest', null);

  app.addHook('onRequest', async (request, reply) => {
    const affected = failureModes.applyTo(request.method, request.url);
    request.setDecorator('affectedRequest', affected);
    return respondInstead(affected, reply);
  });

  app.addHook('preSerialization', async (request, reply, payload) => {
    if (reply.statusCode !== 200) return payload;
    const { strange, unreadable } = findAffectedRequest(request);
    const changed = strange ? eachRecord(payload, strangeRecord) : payload;
    if (!unreadable) return changed;
    const { as, at = 0 } = unreadable;
    return eachRecord(changed, (record, index) =>
      index === at ? unreadableRecord(record, as) : record,
    );
  });

  app.addHook('onSend', async (request, _reply, payload) => {
    const { slow, drop, truncate } = findAffectedRequest(request);
    if (slow) await wait(slow.ms, undefined, { ref: false });
    if (drop) request.raw.socket.destroy();
    return truncate && typeof payload === 'string' ? payload.slice(0, payload.length / 2) : payload;
  });
}

function findAffectedRequest(request: FastifyRequest): AffectedRequest {
  return request.getDecorator<AffectedRequest | null>('affectedRequest') ?? {};
}

function respondInstead(affected: AffectedRequest, reply: FastifyReply) {
  const { reject, html, redirect } = affected;
  if (affected['hang-up']) {
    reply.hijack();
    reply.raw.destroy();
    return reply;
  }
  if (reject) {
    if (reject.retryAfter !== undefined) reply.header('retry-after', String(reject.retryAfter));
    return reply.code(reject.status).send({ error: `Rejected with ${reject.status}.` });
  }
  if (html)
    return reply
      .code(html.status)
      .type('text/html')
      .send('<!doctype html><title>Down</title><h1>We will be back soon</h1>');
  return redirect && reply.redirect(redirect.to, 302);
}

/**
 * Returns a response with each of its records changed; a response without records stays as it is.
 */
function eachRecord(
  response: unknown,
  change: (record: object, index: number) => unknown,
): unknown {
  if (Array.isArray(response)) return response.map(change);
  return typeof response === 'object' && response !== null ? change(response, 0) : response;
}

/**
 * Returns a record with fields, statuses and types that the specification does not contain, as a
 * newer service would send them.
 */
function strangeRecord(record: object): object {
  const fields = 'fields' in record && typeof record.fields === 'object' ? record.fields : {};
  const isAttachment = fields !== null && 'fileName' in fields;
  return {
    ...record,
    region: 'Southern',
    fields: isAttachment ? { ...fields, type: 'Payslip' } : { ...fields, ...strangeFields },
  };
}

const strangeFields = {
  status: 'Awaiting Valuation',
  subStatus: 'Valuer Booked',
  callClientOrBroker: 'Call Accountant',
  loanType: 'Bridging',
  watchers: [{ type: 'team', id: 'team-7' }],
  applicationCompleted: true,
  riskBand: 'B2',
  valuation: { amount: '1250000.00', on: '2026-11-02' },
  tags: ['priority', 'referred'],
};

/** Returns the replacement of a record. */
function unreadableRecord(record: object, as: 'null' | 'text' | 'no-id'): unknown {
  if (as === 'null') return null;
  return as === 'text' ? 'record unavailable' : { ...record, id: undefined };
}
