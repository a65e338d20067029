import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';

import { attachableFiles } from './fixture-files.ts';
import type { Person } from './people.ts';

/** A request as sent over the wire: nothing is normalised, and the path may be invalid. */
export interface HttpCall {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface HttpResponse {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Calls a running service over keep-alive connections. */
export interface HttpCaller {
  /** Rejects when the connection breaks before the response is complete. */
  readonly call: (call: HttpCall) => Promise<HttpResponse>;
  readonly close: () => void;
}

/** Returns a caller of the service at an origin such as `http://127.0.0.1:3000`. */
export function httpCaller(origin: string): HttpCaller {
  const { hostname, port } = new URL(origin);
  const agent = new Agent({ keepAlive: true });
  return {
    close: () => agent.destroy(),
    call: async ({ method, path, headers = {}, body }) => {
      const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>();
      // Set for every method: Node omits the length where it expects no body, as with DELETE.
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const sending = request({
        agent,
        hostname,
        port,
        method,
        path,
        headers: { ...headers, ...length },
      });
      sending.once('error', reject);
      sending.once('response', (incoming) => {
        text(incoming).then(
          (all) =>
            resolve({ statusCode: incoming.statusCode ?? 0, headers: incoming.headers, body: all }),
          reject,
        );
      });
      sending.end(body);
      return promise;
    },
  };
}

/**
 * Returns the body of the response to a person's request.
 * @throws Error when there is no response, or its status is not 200
 */
export async function callAs<T>(
  http: HttpCaller,
  { session }: Pick<Person, 'session'>,
  [method, address]: readonly [string, string],
  payload?: object,
): Promise<T> {
  const headers = { ...session, ...(payload && { 'content-type': 'application/json' }) };
  const body = payload && { body: JSON.stringify(payload) };
  const response = await http.call({ method, path: address, headers, ...body });
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body}`);
  return JSON.parse(response.body) as T;
}

/**
 * Sends the request of a curl line, with these variables of the shell; neither curl nor a shell is
 * needed. A file that the line names is a small PDF. Rejects options that are not known here.
 */
export async function sendCurlLine(
  line: string,
  variables: Readonly<Record<string, string>>,
): Promise<Response> {
  const filled = (part: string) =>
    part.replaceAll(/\$(\w+)/g, (sign, name: string) => variables[name] ?? sign);
  const words = line.replaceAll('\\\n', '').match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  const [, ...args] = words.map((word) =>
    word.replaceAll(
      /'([^']*)'|"([^"]*)"|([^'"]+)/g,
      (_, literal?: string, quoted?: string, unquoted?: string) =>
        literal ?? filled(quoted ?? unquoted ?? ''),
    ),
  );
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      request: { type: 'string', short: 'X', default: 'GET' },
      header: { type: 'string', short: 'H', multiple: true, default: [] },
      data: { type: 'string', short: 'd' },
      form: { type: 'string', short: 'F', multiple: true },
    },
  });
  const form = new FormData();
  for (const part of values.form ?? []) {
    const [name = '', value = ''] = part.split('=');
    const file = value.startsWith('@') && new File([attachableFiles['statement.pdf']], 'june.pdf');
    form.append(name, file || value);
  }
  return fetch(positionals.join(' '), {
    method: values.request,
    headers: values.header.map((header): [string, string] => {
      const [name = '', value = ''] = header.split(': ');
      return [name, value];
    }),
    body: values.data ?? (values.form ? form : null),
  });
}
