import { createHash } from 'node:crypto';

import type { FastifyInstance } from 'fastify';

import { docsPage } from './docs-page.ts';
import { docsStyle } from './docs-style.ts';
import { openApiDocument } from './openapi-document.ts';

const styleHash = createHash('sha256').update(docsStyle).digest('base64');
// Nothing but its own style: the page has no scripts, images or forms.
const docsPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The interface described, for programs and for people; open to everybody. */
export function openApiRoutes(app: FastifyInstance): void {
  app.get('/api/v1/openapi.json', async () => openApiDocument(app.publicUrl));
  app.get('/api/docs', async (_request, reply) =>
    reply
      .header('content-security-policy', docsPolicy)
      .type('text/html; charset=utf-8')
      .send(docsPage(openApiDocument(app.publicUrl))),
  );
}
