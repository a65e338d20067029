import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

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
            resolve({
              statusCode: incoming.statusCode ?? 0,
              headers: incoming.headers,
              body: all,
            }),
          reject,
        );
      });
      sending.end(body);
      return promise;
    },
  };
}
