import fastify, { type FastifyInstance } from 'fastify';

import { type Control, controlWords } from './control.ts';

type Word = (typeof controlWords)[number];

/**
 * Builds the control port of a stand-in for other processes: `POST /<word>`, with an optional
 * argument as JSON. The app does not listen yet.
 */
export function controlPort(control: Control): FastifyInstance {
  const app = fastify({ forceCloseConnections: true });
  for (const word of controlWords)
    app.post(`/${word}`, async (request) => {
      const method: (argument: never) => Promise<unknown> = control[word].bind(control);
      return { result: await method(request.body as never) };
    });
  return app;
}

/**
 * Returns the control of a stand-in in another process, whose control port listens at this origin.
 */
export function remoteControl(origin: string): Control {
  async function notify<W extends Word>(
    word: W,
    argument?: Parameters<Control[W]>[0],
  ): Promise<Awaited<ReturnType<Control[W]>>> {
    const response = await fetch(`${origin}/${word}`, {
      method: 'POST',
      ...(argument && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(argument),
      }),
    });
    if (!response.ok) throw new Error(`${word}: ${await response.text()}`);
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
