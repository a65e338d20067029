import type * as z from 'zod/mini';

import type { Endpoint } from '#contract/endpoint.ts';
import { attachmentKinds, attachmentKindsSentence } from '#contract/v1/attachments.ts';
import { attachmentTypes } from '#contract/v1/values.ts';

import type { ApiDescription } from './api-description.ts';
import { hasVersion, takesVersion } from './failures.ts';
import { type JsonSchema, namedSchemas, pickReferred, toJsonSchema } from './json-schemas.ts';
import {
  describeFailures,
  describeResponses,
  headers,
  type DocumentedOperation,
  type Parameter,
  parameters,
  type Reference,
} from './shared-parts.ts';

/**
 * Returns the API description for programs: OpenAPI 3.1, made from the contract’s table of
 * endpoints.
 */
export function openApiDocument(api: ApiDescription, publicUrl: string) {
  const schemas = namedSchemas();
  const described = describePaths(api, schemas);
  const responses = describeFailures();
  return {
    openapi: '3.1.0',
    info: {
      title: api.title,
      version: '1',
      description: [api.summary, ...api.notes.map(([topic, text]) => `**${topic}.** ${text}`)].join(
        '\n\n',
      ),
    },
    servers: [{ url: publicUrl }],
    security: [{ apiKey: [] }],
    tags: api.tags.map((name) => ({ name })),
    paths: described,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: api.keySource,
        },
      },
      schemas: pickReferred(schemas, [described, responses]),
      parameters,
      headers,
      responses,
    },
  };
}

type Schemas = Readonly<Record<string, JsonSchema>>;

function describePaths(
  api: ApiDescription,
  schemas: Schemas,
): Record<string, Record<string, DocumentedOperation>> {
  const all: Record<string, Record<string, DocumentedOperation>> = {};
  for (const endpoint of api.endpoints)
    for (const [index, path] of [endpoint.path, ...(endpoint.alsoAt ?? [])].entries()) {
      const url = path.replaceAll(/:(\w+)/g, '{$1}');
      const operation = describeOperation(api, endpoint, schemas);
      // DocumentedOperation ids are unique, so that a further path needs another id.
      const operationId = index === 0 ? endpoint.id : `${endpoint.id}Also${index}`;
      all[url] = { ...all[url], [endpoint.method.toLowerCase()]: { ...operation, operationId } };
    }
  return all;
}

/** Returns the operation of an endpoint. */
function describeOperation(
  api: ApiDescription,
  endpoint: Endpoint,
  schemas: Schemas,
): DocumentedOperation {
  return {
    operationId: endpoint.id,
    tags: [api.findTag(endpoint)],
    summary: endpoint.summary,
    description: api.descriptions[endpoint.id] ?? '',
    parameters: [
      ...pathParameters(endpoint),
      ...queryParameters(endpoint),
      ...headerParameters(endpoint),
    ],
    ...requestBody(endpoint),
    responses: describeResponses(endpoint, schemas),
  };
}

function pathParameters({ path }: Endpoint): Parameter[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: 'The record’s identifier.',
    schema: { type: 'string' },
  }));
}

function queryParameters({ query }: { query?: z.ZodMiniType }): Parameter[] {
  if (!query) return [];
  const { properties = {} } = toJsonSchema(query, 'input');
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = typeof property === 'object' ? property : {};
    return { name, in: 'query', ...(description !== undefined && { description }), schema };
  });
}

function headerParameters(endpoint: Endpoint): Reference[] {
  return [
    ...(endpoint.idempotent ? ['IdempotencyKey'] : []),
    ...(hasVersion(endpoint) && endpoint.method === 'GET' ? ['IfNoneMatch'] : []),
    ...(takesVersion(endpoint) ? ['IfMatch'] : []),
  ].map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

function requestBody({ body, bodyType }: Endpoint): { requestBody?: object } {
  if (bodyType === 'multipart')
    return { requestBody: { required: true, content: { 'multipart/form-data': multipart } } };
  if (!body) return {};
  const schema = toJsonSchema(body, 'input');
  return { requestBody: { required: true, content: { 'application/json': { schema } } } };
}

const multipart = {
  schema: {
    type: 'object',
    description:
      `The parts may come in any order. For several files count the index up from 0, each with its own type, fileName and file. ` +
      `${attachmentKindsSentence} All files of one request are stored, or none.`,
    required: [
      'entityType',
      'entityId',
      'attachments[0][type]',
      'attachments[0][fileName]',
      'attachments[0][file]',
    ],
    properties: {
      entityType: { type: 'string', const: 'LEAD' },
      entityId: { type: 'string', description: 'The lead’s identifier.' },
      'attachments[0][type]': { type: 'string', enum: attachmentTypes },
      'attachments[0][fileName]': { type: 'string', maxLength: 255 },
      'attachments[0][file]': { type: 'string', contentMediaType: 'application/octet-stream' },
    },
  },
  encoding: {
    'attachments[0][file]': {
      contentType: attachmentKinds.flatMap(({ mediaTypes }) => mediaTypes).join(', '),
    },
  },
};
