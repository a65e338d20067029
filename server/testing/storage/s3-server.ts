import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import S3rver from '@20minutes/s3rver';
import { vi } from 'vitest';

/** The credentials that the server accepts. */
const credentials = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

/** Handles a request instead of the server, or lets it `respond`. */
type Handler = (request: IncomingMessage, response: ServerResponse, respond: () => void) => void;

/** Lets the server respond. */
export const letRespond: Handler = (_request, _response, respond) => respond();

/** An S3 server on this machine, with one bucket. */
export interface S3Server {
  /** The bucket, as `FILES_URL` names it. */
  readonly url: string;
  /** From now on, requests are handled by `handler`. */
  handle(handler: Handler): void;
  /** Returns the names of all objects. */
  list(): Promise<string[]>;
  close(): Promise<void>;
}

/** Responds with the error of an overloaded storage. */
export const respondSlowDown: Handler = (request, response) => {
  request.resume();
  response.writeHead(503, { 'content-type': 'application/xml' });
  response.end('<Error><Code>SlowDown</Code><Message>Reduce your request rate.</Message></Error>');
};

/** Starts a server on a free port. Until it is closed, its credentials are in the environment. */
export async function startS3Server(): Promise<S3Server> {
  for (const [name, value] of Object.entries(credentials)) vi.stubEnv(name, value);
  const directory = await mkdtemp(path.join(tmpdir(), 'portal-s3-'));
  const options = { directory, silent: true, configureBuckets: [{ name: 'files' }] };
  const s3 = new S3rver(options);
  await s3.configureBuckets();
  const respond = s3.callback();
  // For a list, S3rver checks the signature without the slash that ends the address.
  const respondList = new S3rver({ ...options, allowMismatchedSignatures: true }).callback();
  let handle = letRespond;
  const server = createServer((request, response) => {
    const isList = request.url?.includes('/?');
    handle(request, response, () => (isList ? respondList : respond)(request, response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `s3://files/portal?endpoint=http://127.0.0.1:${port}`,
    handle: (handler) => void (handle = handler),
    list: async () => {
      const names = await readdir(directory, { recursive: true });
      const suffix = '._S3rver_object';
      const objects = names.filter((name) => name.endsWith(suffix));
      return objects.map((name) => name.slice('files/portal/'.length, -suffix.length)).toSorted();
    },
    close: async () => {
      vi.unstubAllEnvs();
      server.closeAllConnections();
      server.close();
      await rm(directory, { recursive: true });
    },
  };
}
