import * as z from 'zod/mini';

import { feedEntry } from '#contract/operator/changes.ts';
import { batchOperation, operationResult, operator } from '#contract/operator/endpoints.ts';
import { attachment } from '#contract/v1/attachments.ts';
import { deal, dealResponseFields, dealLabels } from '#contract/v1/deals.ts';
import { errorBody, errorCodes } from '#contract/v1/errors.ts';
import { leadLabels } from '#contract/v1/lead-labels.ts';
import { lead, leadResponseFields, leadCreateResponse } from '#contract/v1/lead-records.ts';
import { leadStatuses } from '#contract/v1/lead-statuses.ts';
import { leadCreate, leadFieldNames, leadFields, leadUpdate } from '#contract/v1/leads.ts';
import { addressResponse } from '#contract/v1/records.ts';
import * as values from '#contract/v1/values.ts';

/** JSON Schema 2020-12, as used by OpenAPI 3.1. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * Schemas with a name in the document, so that they are written once and generated clients get
 * classes for them.
 */
const named = new Map<z.core.$ZodType, { name: string; io: 'input' | 'output' }>([
  [lead, { name: 'Lead', io: 'output' }],
  [leadResponseFields, { name: 'LeadFields', io: 'output' }],
  [leadCreate, { name: 'NewLead', io: 'input' }],
  [leadUpdate, { name: 'LeadUpdate', io: 'input' }],
  [leadCreateResponse, { name: 'LeadCreated', io: 'output' }],
  [deal, { name: 'Deal', io: 'output' }],
  [dealResponseFields, { name: 'DealFields', io: 'output' }],
  [attachment, { name: 'Attachment', io: 'output' }],
  [addressResponse, { name: 'Address', io: 'output' }],
  [operator.updateLead.body, { name: 'LeadStateUpdate', io: 'input' }],
  [operator.convertLead.body, { name: 'LeadConversion', io: 'input' }],
  [operator.recordLeadCall.body, { name: 'Call', io: 'input' }],
  [operator.createDeal.body, { name: 'NewDeal', io: 'input' }],
  [operator.updateDeal.body, { name: 'DealUpdate', io: 'input' }],
  [operator.readPartner.response, { name: 'Partner', io: 'output' }],
  [operator.createPartner.body, { name: 'NewPartner', io: 'input' }],
  [operator.updatePartner.body, { name: 'PartnerUpdate', io: 'input' }],
  [operator.readContact.response, { name: 'Contact', io: 'output' }],
  [operator.createContact.body, { name: 'NewContact', io: 'input' }],
  [operator.updateContact.body, { name: 'ContactUpdate', io: 'input' }],
  [operator.runBatch.body, { name: 'Batch', io: 'input' }],
  [batchOperation, { name: 'BatchOperation', io: 'input' }],
  [operationResult, { name: 'BatchResult', io: 'output' }],
  [operator.runBatch.response, { name: 'BatchResults', io: 'output' }],
  [feedEntry, { name: 'Change', io: 'output' }],
  [errorBody, { name: 'Error', io: 'output' }],
]);

/**
 * Returns the JSON Schema of a contract schema: a reference when the schema has a name in the
 * document.
 */
export function toJsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  return named.has(schema) ? reference(schema) : converted(schema, io);
}

/** Returns the schemas that the parts of a document refer to. */
export function pickReferred(
  schemas: Readonly<Record<string, JsonSchema>>,
  parts: readonly object[],
): Record<string, JsonSchema> {
  const all = Object.entries(schemas);
  let found: typeof all = [];
  for (let count = -1; count !== found.length;) {
    count = found.length;
    const text = JSON.stringify([parts, found]);
    found = all.filter(([name]) => text.includes(`"#/components/schemas/${name}"`));
  }
  return Object.fromEntries(found);
}

/** Returns the schemas with a name, described. */
export function namedSchemas(): Record<string, JsonSchema> {
  const all = [...named].map(([schema, { name, io }]) => [name, converted(schema, io)] as const);
  const schemas: Record<string, JsonSchema> = Object.fromEntries(all);
  describeRequired(schemas);
  describeFields(schemas['LeadFields'], leadLabels, knownLeadValues);
  describeFields(schemas['DealFields'], dealLabels, knownDealValues);
  openEnumeration(schemas['Error']?.properties?.['code'], errorCodes);
  describeFields(
    schemas['Attachment']?.properties?.['fields'],
    {},
    { type: values.attachmentTypes },
  );
  return schemas;
}

function reference(schema: z.core.$ZodType): JsonSchema {
  return { $ref: `#/components/schemas/${named.get(schema)?.name}` };
}

function converted(root: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(root, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema !== root && named.has(zodSchema)) replace(jsonSchema, reference(zodSchema));
      // Adds the schema’s own metadata; the conversion drops defaults and examples.
      else Object.assign(jsonSchema, z.globalRegistry.get(zodSchema));
      // Responses may gain fields, which clients have to ignore.
      if (io === 'output') delete jsonSchema.additionalProperties;
    },
  });
  return schema;
}

function replace(schema: JsonSchema, by: JsonSchema): void {
  for (const key of Object.keys(schema)) Reflect.deleteProperty(schema, key);
  Object.assign(schema, by);
}

/**
 * Marks required fields. A field’s own validation checks that it is present, so its schema does
 * not show this.
 */
function describeRequired(schemas: Readonly<Record<string, JsonSchema>>): void {
  for (const [name, required] of Object.entries(requiredFields)) {
    const fields = schemas[name]?.properties?.['fields'];
    if (typeof fields === 'object') fields.required = [...required];
  }
}

const requiredFields: Readonly<Record<string, readonly string[]>> = {
  NewLead: leadFieldNames.filter((name) => leadFields[name].required),
  NewDeal: ['name', 'brokerRepId'],
  NewPartner: ['name'],
  NewContact: ['partnerId', 'firstName', 'lastName', 'email'],
};

const knownLeadValues = { status: leadStatuses, subStatus: leadStatuses };
const knownDealValues = {
  status: values.dealStatuses,
  subStatus: [...new Set(Object.values(values.dealSubStatuses).flat())],
  loanType: values.loanTypes,
  callClientOrBroker: values.callTargets,
};

/** Describes response fields. */
function describeFields(
  schema: z.core.JSONSchema._JSONSchema | undefined,
  labels: Readonly<Record<string, string>>,
  known: Readonly<Record<string, readonly string[]>>,
): void {
  if (typeof schema !== 'object') return;
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (typeof property !== 'object') continue;
    const label = labels[name];
    if (label !== undefined && property.$ref === undefined) property.title = label;
    const list = known[name];
    if (list) openEnumeration(property, list);
  }
}

/**
 * Replaces an enumeration. Responses have no closed enumerations, because values may be added: a
 * description lists the values known today.
 */
function openEnumeration(
  schema: z.core.JSONSchema._JSONSchema | undefined,
  known: readonly string[],
): void {
  if (typeof schema !== 'object') return;
  delete schema.enum;
  schema.description = `Known values: ${known.join(' · ')}.`;
}
