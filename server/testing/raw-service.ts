import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { makePerson } from './people.ts';
import { startTestApp } from './test-app.ts';

/** A response as received over the connection. */
export interface RawResponse {
  readonly statusCode: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const inlineScript = 'document.title;';
const inlineStyle = 'a { color: red }';

/** The files of a built portal, and a file outside its folder. */
export const portalFiles = {
  inlineScript,
  inlineStyle,
  page: `<!doctype html><title>Partner portal</title><script type="module">${inlineScript}</script><script src="/assets/app-1.js"></script><style>${inlineStyle}</style>`,
  script: 'export {};',
  outside: 'not for anybody',
};

export type RawService = Awaited<ReturnType<typeof startRawService>>;

/** Starts the service with a portal and a broker, for requests that are sent byte by byte. */
export async function startRawService() {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-raw-'));
  const portalFolder = path.join(folder, 'dist');
  await writePortal(portalFolder);
  await writeFile(path.join(folder, 'package.json'), portalFiles.outside);
  const service = await startTestApp('PostgreSQL', { deps: { portalFolder } });
  const origin = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const person = await makePerson(service.database.db, 'broker');
  const send = async (bytes: string) => sendRaw(origin, bytes);
  return {
    origin,
    person,
    send,
    /** Sends a request line with the person’s key and further header lines. */
    ask: async (requestLine: string, ...headers: string[]) => {
      const lines = [
        `${requestLine} HTTP/1.1`,
        'Host: portal.test',
        'Connection: close',
        `Authorization: ${person.bearer.authorization}`,
        ...headers,
      ];
      return send(`${lines.join('\r\n')}\r\n\r\n`);
    },
    close: async () => {
      await service.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function writePortal(folder: string): Promise<void> {
  await mkdir(path.join(folder, 'assets'), { recursive: true });
  await writeFile(path.join(folder, 'index.html'), portalFiles.page);
  await writeFile(path.join(folder, 'assets', 'app-1.js'), portalFiles.script);
  await writeFile(path.join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
}

/**
 * Sends bytes, valid HTTP or not, over a new connection and reads the response until the connection
 * closes.
 */
async function sendRaw(origin: string, bytes: string): Promise<RawResponse> {
  const { port, hostname } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.write(bytes, 'latin1');
  const [head = '', ...body] = (await text(socket)).split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => {
    const at = line.indexOf(':');
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
  });
  return {
    statusCode: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: body.join('\r\n\r\n'),
  };
}
