import { randomUUID } from 'node:crypto';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { readAttachmentForm } from './attachment-form.ts';
import type { OpenPoints } from './open-points.ts';
import { changedLead, newLead } from './records/lead-changes.ts';
import { isObject, readLeadInput } from './records/lead-input.ts';
import { mayChange, maySee, type Person } from './records/people.ts';
import type { Attachment, Deal, Envelope, Lead, Records } from './records/records.ts';
import { StandInError } from './records/stand-in-error.ts';

/** What the operations work with. */
export interface Service {
  readonly people: readonly Person[];
  readonly records: Records;
  /** The current points: they may change while the service runs. */
  points: OpenPoints;
}

type WithId = FastifyRequest<{ Params: { id: string } }>;

/**
 * Registers the seven operations of the specification’s table, in its order and with its exact
 * paths. Every success is 200, the only success that the specification shows.
 */
export function addOperations(app: FastifyInstance, service: Service): void {
  const { people, records } = service;

  app.get('/lead/:id', (request: WithId) =>
    present(visible(findCaller(request), records.leads.get(request.params.id))),
  );

  app.get('/lead', (request, reply) => respondWithList(service, records.leads, request, reply));

  app.post('/lead', (request) => {
    const input = readLeadInput(unwrapped(request.body, 'fields'));
    const lead = newLead(people, findCaller(request), input);
    records.save([{ lead }]);
    const { bankStatementsUpdateLink, applicationLink, partnerLeadReferenceId } = lead.fields;
    return {
      id: lead.id,
      fields: { bankStatementsUpdateLink, applicationLink, partnerLeadReferenceId },
    };
  });

  app.patch('/LEAD/:id', (request: WithId, reply) => {
    const before = changeable(findCaller(request), records.leads.get(request.params.id));
    const input = readLeadInput(unwrapped(request.body, service.points.updateWrapper));
    const lead = changedLead(people, findCaller(request), before, input);
    records.save([{ lead }]);
    return service.points.updateResponse === 'record' ? present(lead) : reply.send();
  });

  app.post('/attachment', async (request) => {
    const { entityType, entityId, files } = await readAttachmentForm(request.parts());
    if (entityType !== 'LEAD') throw new StandInError(400, 'entityType is not LEAD.');
    const person = findCaller(request);
    const lead = changeable(person, records.leads.get(entityId));
    const attachments = files.map(({ type, fileName, content }): Attachment => ({
      ...newEnvelope(person),
      fields: { fileName, type, entityType, entityId: lead.id },
      content,
    }));
    records.save(attachments.map((attachment) => ({ attachment })));
    return attachments.length === 1 ? attachments.map(present)[0] : attachments.map(present);
  });

  app.get('/deal/:id', (request: WithId) =>
    present(visible(findCaller(request), records.deals.get(request.params.id))),
  );

  app.get('/deal', (request, reply) => respondWithList(service, records.deals, request, reply));
}

/** Returns the person recognised by the token. */
function findCaller(request: FastifyRequest): Person {
  return request.getDecorator<Person>('person');
}

/**
 * Returns a page of the records of a collection that the caller may see; newest first, because the
 * specification defines no order.
 */
function respondWithList(
  { points }: Service,
  collection: ReadonlyMap<string, Lead | Deal>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const person = findCaller(request);
  const visibleRecords = [...collection.values()]
    .filter(({ fields }) => maySee(person, fields))
    .toReversed();
  if (points.countHeader !== null) reply.header(points.countHeader, visibleRecords.length);
  return makePage(visibleRecords, request.query as Record<string, unknown>, points).map(present);
}

/** Returns a record as the specification shows it, without other stored values. */
function present<F>({ id, createdAt, createdBy, updatedAt, updatedBy, fields }: Envelope<F>) {
  return { id, createdAt, createdBy, updatedAt, updatedBy, fields };
}

function newEnvelope({ id: personId }: Person) {
  const now = new Date().toISOString();
  const made = { createdAt: now, createdBy: personId };
  return { id: randomUUID(), ...made, updatedAt: now, updatedBy: personId };
}

function visible<R extends Lead | Deal>(person: Person, record: R | undefined): R {
  if (!record) throw new StandInError(404, 'This record doesn’t exist.');
  if (!maySee(person, record.fields)) throw new StandInError(403, 'You may not see this record.');
  return record;
}

function changeable(person: Person, record: Lead | undefined): Lead {
  const lead = visible(person, record);
  if (!mayChange(person, lead.fields)) throw new StandInError(403, 'You may not change this lead.');
  return lead;
}

/**
 * Returns the fields in a body: the member `wrapper`, or the body itself when `wrapper` is null.
 */
function unwrapped(body: unknown, wrapper: string | null): unknown {
  return wrapper !== null && isObject(body) ? body[wrapper] : body;
}

/**
 * Returns the part of a list that `page` and `pageSize` request.
 * @throws {@link StandInError} 400 for an invalid number.
 */
function makePage<T>(
  list: readonly T[],
  query: Readonly<Record<string, unknown>>,
  { firstPage, defaultPageSize, maxPageSize }: OpenPoints,
): readonly T[] {
  const page = wholeNumber('page', query['page'] ?? firstPage, firstPage);
  const requestedSize = wholeNumber('pageSize', query['pageSize'] ?? defaultPageSize, 1);
  const size = Math.min(requestedSize, maxPageSize);
  const start = (page - firstPage) * size;
  return list.slice(start, start + size);
}

function wholeNumber(name: string, value: unknown, min: number): number {
  const number = /^\d{1,9}$/.test(String(value)) ? Number(value) : -1;
  if (number < min) throw new StandInError(400, `${name} is not a whole number from ${min}.`);
  return number;
}
