import * as z from 'zod/mini';

import { addressResponse } from '#contract/v1/addresses.ts';
import { attachment } from '#contract/v1/attachments.ts';
import { deal, dealResponseFields, dealLabels } from '#contract/v1/deals.ts';
import { errorBody, errorCodes } from '#contract/v1/errors.ts';
import { leadLabels } from '#contract/v1/lead-labels.ts';
import {
  lead,
  leadResponseFields,
  leadCreate,
  leadCreateResponse,
  leadFieldNames,
  leadFields,
  leadUpdate,
} from '#contract/v1/leads.ts';
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
  [errorBody, { name: 'Error', io: 'output' }],
]);

/**
 * Returns the JSON Schema of a contract schema: a reference when the schema has a name in the
 * document.
 */
export function jsonSchemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  return named.has(schema) ? reference(schema) : converted(schema, io);
}

/** Returns every named schema, as the document’s components. */
export function componentSchemas(): Record<string, JsonSchema> {
  const all = [...named].map(([schema, { name, io }]) => [name, converted(schema, io)] as const);
  const schemas: Record<string, JsonSchema> = Object.fromEntries(all);
  describeRequired(schemas['NewLead']);
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
 * Marks required fields. A field’s own validation checks that it is present, so its schema does not
 * show this.
 */
function describeRequired(schema: JsonSchema | undefined): void {
  const fields = schema?.properties?.['fields'];
  if (typeof fields === 'object')
    fields.required = leadFieldNames.filter((name) => leadFields[name].required);
}

const knownLeadValues = { status: values.leadStatuses, subStatus: values.leadStatuses };
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
