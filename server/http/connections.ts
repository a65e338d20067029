import type { FastifyInstance } from 'fastify';

/**
 * Makes responses close their connection while the app closes. Otherwise a keep-alive connection
 * that was busy when closing began would block the process for the whole keep-alive time.
 */
export function addGracefulClose(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
}

/** Returns the port listened on, which the system chooses for `PORT=0`. */
export function listeningPort(app: FastifyInstance): number | undefined {
  const address = app.server.address();
  return typeof address === 'object' ? address?.port : undefined;
}
