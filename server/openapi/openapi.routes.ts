import { createHash } from 'node:crypto';

import type { FastifyInstance } from 'fastify';

import { docsPage } from './docs-page.ts';
import { docsStyle } from './docs-style.ts';
import { type ApiDescription, openApiDocument } from './openapi-document.ts';

const styleHash = createHash('sha256').update(docsStyle).digest('base64');
// Allows only the page’s own style: the page has no scripts, images or forms.
const docsPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Registers the documentation of an interface, for programs and for people; public. */
export function openApiRoutes(app: FastifyInstance, api: ApiDescription): void {
  // Cached, because anybody may request it and building it takes tens of milliseconds. The URL is
  // only known once the service listens.
  let stored: Described | undefined;
  const described = () => {
    if (stored?.publicUrl !== app.publicUrl) stored = describe(api, app.publicUrl);
    return stored;
  };
  app.get(api.documentAddress, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(described().document),
  );
  app.get(api.pageAddress, async (_request, reply) =>
    reply
      .header('content-security-policy', docsPolicy)
      .type('text/html; charset=utf-8')
      .send(described().page),
  );
}

type Described = ReturnType<typeof describe>;

function describe(api: ApiDescription, publicUrl: string) {
  const document = openApiDocument(api, publicUrl);
  return { publicUrl, document: JSON.stringify(document), page: docsPage(api, document) };
}
