import type { FastifyInstance } from 'fastify';

/**
 * While the app closes, answers end their connection: a kept-alive one that was busy when closing began would otherwise hold the
 * process for the whole keep-alive time.
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
