import { Html, html, type Content } from '#server/http/html.ts';

import { code, errorSection, marked, noteList, statusSection, table } from './docs-sections.ts';
import { docsStyle } from './docs-style.ts';
import type { JsonSchema } from './json-schemas.ts';
import type { AddressedOperation, ApiDescription, openApiDocument } from './openapi-document.ts';
import type { DocumentedOperation, Parameter } from './shared-parts.ts';

type Document = ReturnType<typeof openApiDocument>;

// A separate template, because the page’s policy contains the hash of this exact text, spaces
// included.
const style = new Html(`<style>${docsStyle}</style>`);

/**
 * Returns the API documentation for people: one page without scripts, made from the OpenAPI
 * document.
 */
export function docsPage(api: ApiDescription, document: Document): string {
  const base = document.servers[0]?.url ?? '';
  const operations = listOperations(document);
  const schemas = Object.entries(document.components.schemas);
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${document.info.title}</title>
        ${style}
      </head>
      <body>
        <nav aria-label="Contents">
          <p><a href="/">Back to the portal</a></p>
          <ul>
            <li><a href="#start">Start</a></li>
            ${operations.map(
              ({ path, method, operation }) =>
                html`<li>
                  <a href="#${operation.operationId}"
                    ><code>${method}</code> ${path.replace(api.basePath, '')}</a
                  >
                </li>`,
            )}
            <li><a href="#errors">Errors</a></li>
            <li><a href="#statuses">Statuses</a></li>
            ${schemas.map(([name]) => html`<li><a href="#schema-${name}">${name}</a></li>`)}
          </ul>
        </nav>
        <main>
          <h1>${document.info.title}</h1>
          ${api.introduction(base)} ${noteList(api.notes)}
          ${operations.map((addressed) => operationSection(api, base, addressed))} ${errorSection()}
          ${statusSection()}
          <h2>Records and bodies</h2>
          ${schemas.map(
            ([name, schema]) =>
              html`<section id="schema-${name}">
                <h3>${name}</h3>
                ${table(['Field', 'Type', 'What it is'], listFields(schema, ''), 'schema')}
              </section>`,
          )}
        </main>
      </body>
    </html>`;
  return page.text;
}

/** Returns each operation once, under its first path. */
function listOperations({ paths }: Document): AddressedOperation[] {
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        path,
        method: method.toUpperCase(),
        operation,
      })),
    )
    .filter(({ operation }) => !/Also\d$/.test(operation.operationId));
}

function operationSection(api: ApiDescription, base: string, addressed: AddressedOperation): Html {
  const { path, method, operation } = addressed;
  const inQuery = operation.parameters.filter(
    (one): one is Parameter => 'in' in one && one.in === 'query',
  );
  const rows = inQuery.map(({ name, description = '', schema }) => [
    html`<code>${name}</code>`,
    html`${description} ${describedValues(schema)}`,
  ]);
  return html`<section id="${operation.operationId}">
    <h2><span class="method">${method}</span> <code>${path}</code></h2>
    <p>${operation.summary} ${marked(operation.description)} ${bodyNote(operation)}</p>
    ${code(example(api, base, addressed))}
    ${rows.length > 0 ? table(['Query', 'What it is'], rows) : ''} ${responseExample(operation)}
    <p>
      Other responses:
      ${Object.keys(operation.responses)
        .filter((status) => status !== '200')
        .map((status) => html`<a href="#errors"><code>${status}</code></a> `)}
    </p>
  </section>`;
}

/** Returns the example of the successful response; a file has none. */
function responseExample({ responses }: DocumentedOperation): Html | string {
  const body = responses['200']?.content?.['application/json']?.example;
  return body === undefined
    ? ''
    : html`<details>
        <summary>Response: <code>200</code>, an example</summary>
        ${code(JSON.stringify(body, undefined, 2))}
      </details>`;
}

/** Returns a link to the schema of the body, or else to that of the response. */
function bodyNote({ requestBody, responses }: DocumentedOperation): Html | string {
  const schemas = JSON.stringify([requestBody, responses['200']]);
  const name = /#\/components\/schemas\/(\w+)/.exec(schemas)?.[1];
  return name === undefined ? '' : html`See <a href="#schema-${name}">${name}</a>.`;
}

function describedValues(schema: JsonSchema): string {
  const list =
    schema.enum ??
    (typeof schema.items === 'object' && !Array.isArray(schema.items)
      ? schema.items.enum
      : undefined);
  if (list) return `${schema.items ? 'Repeatable, any of' : 'One of'}: ${list.join(', ')}.`;
  if (schema.type !== 'integer') return '';
  const maximum =
    schema.maximum === undefined ? '' : `, maximum ${schema.maximum.toLocaleString('en')}`;
  return `Minimum ${schema.minimum}${maximum}, default ${JSON.stringify(schema.default)}.`;
}

/** Returns a command line that works once the API key is filled in. */
function example(api: ApiDescription, base: string, addressed: AddressedOperation): string {
  const { path, method } = addressed;
  const url = `${base}${path.replace('{id}', api.exampleId(path))}`;
  const start = `curl ${method === 'GET' ? '' : `-X ${method} `}"${url}" -H "Authorization: Bearer $API_KEY"`;
  return start + api.exampleBody(addressed);
}

type AnySchema = JsonSchema | boolean;

/**
 * Returns the rows of a table of an object’s fields, one each; fields of nested objects follow as
 * `outer.inner`.
 */
function listFields(schema: JsonSchema, prefix: string): Content[][] {
  const all = Object.entries(schema.properties ?? {});
  // Where all fields are always present, as in responses, marking each as required would be noise.
  const required = schema.required?.length === all.length ? [] : (schema.required ?? []);
  return all.flatMap(([name, property]) => {
    if (typeof property !== 'object') return [];
    const isRequired = required.includes(name);
    const inner = objectIn(property);
    const row = [
      // Between the names, never within one.
      html`<code
        >${`${prefix}${name}`.split('.').map((part, at) => [at > 0 ? html`.<wbr />` : '', part])}</code
      >`,
      describeType(property),
      described(property, isRequired),
    ];
    return inner ? [row, ...listFields(inner, `${prefix}${name}.`)] : [row];
  });
}

/** Returns the object schema of a property, or of one of its alternatives. */
function objectIn(property: JsonSchema): JsonSchema | undefined {
  const options = property.anyOf ?? [property];
  return options
    .filter((one) => typeof one === 'object')
    .find((one) => one.properties !== undefined);
}

function describeType(schema: AnySchema): Html | string {
  if (typeof schema === 'boolean') return 'any';
  const name = /^#\/components\/schemas\/(\w+)$/.exec(schema.$ref ?? '')?.[1];
  if (name !== undefined) return html`<a href="#schema-${name}">${name}</a>`;
  if (schema.anyOf)
    return html`${schema.anyOf.map((one, index) => [index > 0 ? ' or ' : '', describeType(one)])}`;
  if (schema.type === 'array' && typeof schema.items === 'object' && !Array.isArray(schema.items))
    return html`list of ${describeType(schema.items)}`;
  return [schema.type ?? 'any'].flat().join(' or ');
}

function described(schema: JsonSchema, isRequired: boolean): string {
  const { title = '', description = '', maxLength, enum: values, items } = schema;
  const listed =
    values ?? (typeof items === 'object' && !Array.isArray(items) ? items.enum : undefined);
  const notes = [
    title && `${title}${isRequired && title ? ', required' : ''}.`,
    description,
    listed && `One of: ${listed.filter((value) => value !== '' && value !== null).join(', ')}.`,
    maxLength !== undefined && `At most ${maxLength.toLocaleString('en')} characters.`,
  ];
  return notes.filter(Boolean).join(' ');
}
