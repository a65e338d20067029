import fastify, { type FastifyInstance } from 'fastify';

import { type Control, controlMethods } from './control.ts';

type ControlMethod = (typeof controlMethods)[number];

/**
 * Builds the control port of a stand-in for other processes: `POST /<method>`, with an optional
 * argument as JSON. The app does not listen yet.
 */
export function controlPort(control: Control): FastifyInstance {
  const app = fastify({ forceCloseConnections: true });
  for (const method of controlMethods)
    app.post(`/${method}`, async (request) => {
      const call: (argument: never) => Promise<unknown> = control[method].bind(control);
      return { result: await call(request.body as never) };
    });
  return app;
}

/**
 * Returns the control of a stand-in in another process, whose control port listens at this origin.
 */
export function remoteControl(origin: string): Control {
  async function notify<W extends ControlMethod>(
    method: W,
    argument?: Parameters<Control[W]>[0],
  ): Promise<Awaited<ReturnType<Control[W]>>> {
    const response = await fetch(`${origin}/${method}`, {
      method: 'POST',
      ...(argument && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(argument),
      }),
    });
    if (!response.ok) throw new Error(`${method}: ${await response.text()}`);
    const { result } = (await response.json()) as { result: Awaited<ReturnType<Control[W]>> };
    return result;
  }
  return {
    addFailure: async (failureMode) => notify('addFailure', failureMode),
    clearFailures: async () => notify('clearFailures'),
    setOpenPoints: async (points) => notify('setOpenPoints', points),
    changeLead: async (change) => notify('changeLead', change),
    requests: async () => notify('requests'),
    clearRequests: async () => notify('clearRequests'),
    leads: async () => notify('leads'),
    attachments: async () => notify('attachments'),
  };
}
