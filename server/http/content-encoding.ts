import type { FastifyInstance } from 'fastify';

import { ApiError } from '#server/errors/api-error.ts';

/** Rejects bodies that are compressed, before they are read: the service unpacks none. */
export function rejectCompressedBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { 'content-encoding': encoding = 'identity' } = request.headers;
    if (/^identity$/i.test(encoding)) return done(null, payload);
    done(
      new ApiError(
        'unsupported-body-type',
        'Send the body as it is, without the header Content-Encoding.',
        // RFC 9110, section 15.5.16: what would be accepted.
        { headers: { 'accept-encoding': 'identity' } },
      ),
    );
  });
}
