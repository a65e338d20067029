import type * as z from 'zod/mini';

import type { Endpoint } from '#contract/endpoint.ts';
import { attachmentKinds, attachmentKindsSentence } from '#contract/v1/attachments.ts';
import { attachmentTypes } from '#contract/v1/values.ts';

import type { ApiDescription } from './api-description.ts';
import { componentSchemas, jsonSchemaOf } from './json-schemas.ts';
import {
  failures,
  hasVersion,
  headers,
  type Operation,
  type Parameter,
  parameters,
  type Reference,
  responsesOf,
  takesVersion,
} from './shared-parts.ts';

/**
 * Returns the API description for programs: OpenAPI 3.1, made from the contract’s table of
 * endpoints.
 */
export function openApiDocument(api: ApiDescription, publicUrl: string) {
  const described = paths(api);
  const responses = failures(jsonSchemaOf);
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
      schemas: componentSchemas([described, responses]),
      parameters,
      headers,
      responses,
    },
  };
}

function paths(api: ApiDescription): Record<string, Record<string, Operation>> {
  const all: Record<string, Record<string, Operation>> = {};
  for (const endpoint of api.endpoints)
    for (const [index, path] of [endpoint.path, ...(endpoint.alsoAt ?? [])].entries()) {
      const url = path.replaceAll(/:(\w+)/g, '{$1}');
      const operation = operationOf(api, endpoint);
      // Operation ids are unique, so that a further path needs another id.
      const operationId = index === 0 ? endpoint.id : `${endpoint.id}Also${index}`;
      all[url] = { ...all[url], [endpoint.method.toLowerCase()]: { ...operation, operationId } };
    }
  return all;
}

/** Returns the operation of an endpoint. */
function operationOf(api: ApiDescription, endpoint: Endpoint): Operation {
  return {
    operationId: endpoint.id,
    tags: [api.tagOf(endpoint)],
    summary: endpoint.summary,
    parameters: [
      ...pathParameters(endpoint),
      ...queryParameters(endpoint),
      ...headerParameters(endpoint),
    ],
    ...requestBody(endpoint),
    responses: responsesOf(
      endpoint,
      endpoint.response && jsonSchemaOf(endpoint.response, 'output'),
    ),
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
  const { properties = {} } = jsonSchemaOf(query, 'input');
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
  const schema = jsonSchemaOf(body, 'input');
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
