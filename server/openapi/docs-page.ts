import { leadFieldNames, leadFields } from '#contract/v1/leads.ts';

import { schemaTable } from './docs-schemas.ts';
import { code, errorSection, statusSection } from './docs-sections.ts';
import { docsStyle } from './docs-style.ts';
import { Html, html } from './html.ts';
import type { JsonSchema } from './json-schemas.ts';
import type { openApiDocument, Operation, Parameter } from './openapi-document.ts';
import { headers, parameters } from './shared-parts.ts';

type Document = ReturnType<typeof openApiDocument>;

// A separate template, because the page’s policy contains the hash of this exact text, spaces
// included.
const style = new Html(`<style>${docsStyle}</style>`);

/**
 * Returns the API documentation for people: one page without scripts, made from the OpenAPI
 * document.
 */
export function docsPage(document: Document): string {
  const base = document.servers[0]?.url ?? '';
  const operations = operationsOf(document);
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
                    ><code>${method}</code> ${path.replace('/api/v1', '')}</a
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
          ${introduction(base)}
          ${operations.map(({ path, method, operation }) => operationSection(base, path, method, operation))}
          ${errorSection()} ${statusSection()}
          <h2>Records and bodies</h2>
          ${schemas.map(
            ([name, schema]) =>
              html`<section id="schema-${name}">
                <h3>${name}</h3>
                ${schemaTable(schema)}
              </section>`,
          )}
        </main>
      </body>
    </html>`;
  return page.text;
}

interface Reported {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

/** Returns each operation once, under its first path. */
function operationsOf({ paths }: Document): Reported[] {
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

function introduction(base: string): Html {
  return html`<section id="start">
    <p>
      Submit and read sales leads, attach files to them, and read deals. JSON over HTTP; the base
      address is <code>${base}</code>, and every path below starts there. For programs the same
      description is at <a href="/api/v1/openapi.json">openapi.json</a> (OpenAPI 3.1).
    </p>
    <p>Every request carries your API key, which is on your <a href="/profile">profile page</a>:</p>
    ${code(`curl ${base}/api/v1/lead -H "Authorization: Bearer $API_KEY"`)}
    <ul>
      <li>
        <b>Paging.</b> <code>page</code> and <code>pageSize</code>; the body is a plain array, the
        total is in <code>X-Total-Count</code>. Follow <code>Link</code>:
        ${headers.Link.description}
      </li>
      <li>
        <b>Safe retry.</b> <code>Idempotency-Key</code>: ${parameters.IdempotencyKey.description}
      </li>
      <li><b>Lost updates.</b> <code>If-Match</code>: ${parameters.IfMatch.description}</li>
      <li>
        <b>Fields without a value</b> are <code>""</code>, <code>null</code>, <code>[]</code> or
        <code>0</code>, as their type says. Ignore fields and values you don’t recognise.
      </li>
    </ul>
  </section>`;
}

function operationSection(base: string, path: string, method: string, operation: Operation): Html {
  const inQuery = operation.parameters.filter(
    (one): one is Parameter => 'in' in one && one.in === 'query',
  );
  return html`<section id="${operation.operationId}">
    <h2><span class="method">${method}</span> <code>${path}</code></h2>
    <p>${operation.summary} ${bodyNote(operation)}</p>
    ${code(example(base, path, method, operation))}
    ${inQuery.length > 0 ? parameterTable(inQuery) : ''}
    <p>
      Responses: ${Object.keys(operation.responses).map((status) => html`<code>${status}</code> `)}
    </p>
  </section>`;
}

function bodyNote({ operationId }: Operation): Html | string {
  const links: Readonly<Record<string, string>> = {
    createLead: 'NewLead',
    updateLead: 'LeadUpdate',
    readLead: 'Lead',
    listLeads: 'Lead',
    readDeal: 'Deal',
    listDeals: 'Deal',
    createAttachments: 'Attachment',
  };
  const name = links[operationId];
  return name === undefined ? '' : html`See <a href="#schema-${name}">${name}</a>.`;
}

function parameterTable(inQuery: readonly Parameter[]): Html {
  return html`<table>
    <thead>
      <tr>
        <th>Query</th>
        <th>What it is</th>
      </tr>
    </thead>
    <tbody>
      ${inQuery.map(
        ({ name, description = '', schema }) =>
          html`<tr>
            <td><code>${name}</code></td>
            <td>${description} ${describedValues(schema)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function describedValues(schema: JsonSchema): string {
  const list =
    schema.enum ??
    (typeof schema.items === 'object' && !Array.isArray(schema.items)
      ? schema.items.enum
      : undefined);
  if (list) return `${schema.items ? 'Repeatable, any of' : 'One of'}: ${list.join(', ')}.`;
  if (schema.type !== 'integer') return '';
  const maximum = schema.maximum === undefined ? 'up' : `to ${schema.maximum.toLocaleString('en')}`;
  return `From ${schema.minimum} ${maximum}, else ${JSON.stringify(schema.default)}.`;
}

const sample: Readonly<Record<string, unknown>> = {
  firstName: 'Aroha',
  lastName: 'Ngata',
  companyName: 'Kauri Joinery',
  phone: '+61491570006',
};

/** Returns a command line that works once the API key is filled in. */
function example(base: string, path: string, method: string, { operationId }: Operation): string {
  const url = `${base}${path.replace('{id}', '$LEAD_ID')}`.replace(
    'deal/$LEAD_ID',
    'deal/$DEAL_ID',
  );
  const start = `curl ${method === 'GET' ? '' : `-X ${method} `}"${url}" -H "Authorization: Bearer $API_KEY"`;
  if (operationId === 'createLead')
    return `${start}${jsonBody(Object.fromEntries(leadFieldNames.filter((name) => leadFields[name].required).map((name) => [name, sample[name]])))}`;
  if (operationId.startsWith('updateLead'))
    return `${start}${jsonBody({ amountRequested: 50_000 })}`;
  if (operationId === 'createAttachments')
    return `${start} \\\n  -F entityType=LEAD -F entityId=$LEAD_ID \\\n  -F "attachments[0][type]=Bank Statements" \\\n  -F "attachments[0][fileName]=june.pdf" -F "attachments[0][file]=@june.pdf"`;
  return start;
}

function jsonBody(fields: object): string {
  return ` \\\n  -H "Content-Type: application/json" \\\n  -d '${JSON.stringify({ fields })}'`;
}
