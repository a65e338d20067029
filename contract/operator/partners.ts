import * as z from 'zod/mini';

import { endpoints } from '#contract/endpoint.ts';
import { historyQuery } from '#contract/portal/history.ts';
import { email, text } from '#contract/v1/fields.ts';
import { pageParameters } from '#contract/v1/paging.ts';

import * as field from './operator-fields.ts';

const partner = z.object({
  id: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  fields: z.object({ name: z.string() }),
});
/** A partner, as the operator reads it. */
export type OperatorPartner = z.infer<typeof partner>;

const contact = z.object({
  id: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  fields: z.object({
    partnerId: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
  }),
});
/** A contact of a partner, as the operator reads it. */
export type OperatorContact = z.infer<typeof contact>;

const name = field.notEmpty(text('Name', 200));
const firstName = field.notEmpty(text('First name', 100));
const lastName = field.notEmpty(text('Last name', 100));
const contactEmail = field.notEmpty(email('Email'));
const partnerId = field.notEmpty(text('Partner ID'));

const value = z.nullable(z.string());
const historyEntry = z.object({
  id: z.string(),
  /** `known`: the first entry of a partner or contact that is older than its history. */
  kind: z.enum(['known', 'created', 'changed']),
  at: z.string(),
  /** The key of the operator; null for a command on the service’s machine, and the person. */
  by: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** `portal`: the person, on their profile. */
  via: z.enum(['operator', 'command', 'portal', 'unknown']),
  /** The first entry has all values; null is no value. */
  changes: z.array(z.object({ field: z.string(), from: value, to: value })),
});
const history = {
  query: z.pick(historyQuery, { cursor: true, pageSize: true }),
  response: z.object({
    entries: z.array(historyEntry),
    /** The cursor of the next page; null on the last one. */
    next: z.nullable(z.string()),
  }),
};
/** A page of the history of a partner or contact, newest first. */
export type PartnerHistory = z.infer<typeof history.response>;

const created = z.object({ id: z.string() });

/** Endpoints for partners and their contacts. */
export const operatorPartnerEndpoints = endpoints('operator', [], {
  listPartners: [
    'GET /operator/v1/partners',
    'List partners, by name.',
    { query: z.object(pageParameters), response: z.array(partner) },
  ],
  readPartner: ['GET /operator/v1/partners/:id', 'Read one partner.', { response: partner }],
  readPartnerHistory: [
    'GET /operator/v1/partners/:id/history',
    'Read the history of a partner, newest first: who changed its name, when, from and to.',
    history,
  ],
  createPartner: [
    'POST /operator/v1/partners',
    'Create a partner. No other partner may have the name.',
    {
      body: field.fieldsBody({ name: field.creating(name) }, 'partner'),
      response: created,
      idempotent: true,
    },
  ],
  updatePartner: [
    'PATCH /operator/v1/partners/:id',
    'Rename a partner.',
    { body: field.fieldsBody({ name: field.changing(name) }, 'partner'), response: partner },
  ],
  listContacts: [
    'GET /operator/v1/contacts',
    'List the contacts of all partners, by name.',
    { query: z.extend(z.object(pageParameters), field.ofPartner), response: z.array(contact) },
  ],
  readContact: ['GET /operator/v1/contacts/:id', 'Read one contact.', { response: contact }],
  readContactHistory: [
    'GET /operator/v1/contacts/:id/history',
    'Read the history of a contact, newest first: who changed what, when, from and to.',
    history,
  ],
  createContact: [
    'POST /operator/v1/contacts',
    'Create a contact of a partner.',
    {
      body: field.fieldsBody(
        {
          partnerId: field.creating(partnerId),
          firstName: field.creating(firstName),
          lastName: field.creating(lastName),
          email: field.creating(contactEmail),
        },
        'contact',
      ),
      response: created,
      idempotent: true,
    },
  ],
  updateContact: [
    'PATCH /operator/v1/contacts/:id',
    'Change the name or email address of a contact, who stays with the partner.',
    {
      body: field.fieldsBody(
        {
          firstName: field.changing(firstName),
          lastName: field.changing(lastName),
          email: field.changing(contactEmail),
        },
        'contact',
      ),
      response: contact,
    },
  ],
});
