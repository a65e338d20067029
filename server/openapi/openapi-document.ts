import type * as z from 'zod/mini';

import type { Endpoint } from '#contract/endpoint.ts';
import { attachmentKinds, attachmentKindsSentence } from '#contract/v1/attachments.ts';
import { attachmentTypes } from '#contract/v1/values.ts';
import type { Html } from '#server/http/html.ts';

import { hasVersion, takesVersion } from './failures.ts';
import { type JsonSchema, namedSchemas, pickReferred, toJsonSchema } from './json-schemas.ts';
import * as shared from './shared-parts.ts';

/** An operation with its address, as the page shows it. */
export interface AddressedOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: shared.DocumentedOperation;
}

/** An interface to describe: its endpoints, and what the document and the page say about it. */
export interface ApiDescription {
  readonly title: string;
  /** One or two sentences: what it is for, and how a program identifies itself. */
  readonly summary: string;
  /** Says where the key comes from. */
  readonly keySource: string;
  readonly endpoints: readonly Endpoint[];
  /** The beginning of all paths. */
  readonly basePath: string;
  /** The addresses of the document for programs and of the page for people. */
  readonly documentAddress: string;
  readonly pageAddress: string;
  /** The groups of operations, in order, and the group of each. */
  readonly tags: readonly string[];
  readonly findTag: (endpoint: Endpoint) => string;
  /** A further sentence about each operation, by its id. */
  readonly descriptions: Readonly<Record<string, string>>;
  /** Returns the beginning of the page; `base` is the portal’s URL. */
  readonly introduction: (base: string) => Html;
  /** Notes on every operation. */
  readonly notes: readonly Note[];
  /** Returns the end of a command line that calls an operation: the body to send. */
  readonly exampleBody: (operation: AddressedOperation) => string;
  /** The name that an example uses for the id in a path. */
  readonly exampleId: (path: string) => string;
}

/** A paragraph of the document and the page: its topic, and its text, with code and links. */
export type Note = readonly [topic: string, text: string];

/** Returns a JSON body for a command line; `$ID` in it is a variable of the shell. */
export function jsonExample(body: object): string {
  const json = JSON.stringify(body).replaceAll(/"(\$\w+)"/g, `"'$1'"`);
  return ` \\\n  -H "Content-Type: application/json" \\\n  -d '${json}'`;
}

/**
 * Returns the API description for programs: OpenAPI 3.1, made from the contract’s table of
 * endpoints.
 */
export function openApiDocument(api: ApiDescription, publicUrl: string) {
  const schemas = namedSchemas();
  const described = describePaths(api, schemas);
  const responses = shared.describeFailures();
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
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: api.keySource } },
      schemas: pickReferred(schemas, [described, responses]),
      parameters: shared.parameters,
      headers: shared.headers,
      responses,
    },
  };
}

type Schemas = Readonly<Record<string, JsonSchema>>;

function describePaths(api: ApiDescription, schemas: Schemas) {
  const all: Record<string, Record<string, shared.DocumentedOperation>> = {};
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
function describeOperation(api: ApiDescription, endpoint: Endpoint, schemas: Schemas) {
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
    responses: shared.describeResponses(endpoint, schemas),
  };
}

function pathParameters({ path }: Endpoint): shared.Parameter[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: 'The record’s identifier.',
    schema: { type: 'string' },
  }));
}

function queryParameters({ query }: { query?: z.ZodMiniType }): shared.Parameter[] {
  if (!query) return [];
  const { properties = {} } = toJsonSchema(query, 'input');
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = typeof property === 'object' ? property : {};
    return { name, in: 'query', ...(description !== undefined && { description }), schema };
  });
}

function headerParameters(endpoint: Endpoint): shared.Reference[] {
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
