import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';

import { type AppDeps, buildApp } from '#server/app.ts';
import { deriveSecrets } from '#server/auth/secrets.ts';
import { type Config, filesFolder, readConfig } from '#server/config/config.ts';
import { type Database, openDatabase } from '#server/db/connect.ts';
import { withStatementLimit } from '#server/db/statement-limit.ts';
import { folderStore } from '#server/files/folder-store.ts';

import { type DatabaseKind, openTestDatabase } from './database/databases.ts';

export const testSecret = 'a portal secret for tests, long enough';
/** Derived once: the values don’t matter to tests. */
export const testSecrets = deriveSecrets(testSecret);

/** A running service, called by `app.inject`, on its own database. */
export interface TestApp {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly config: Config;
  /**
   * Calls the service, whose statements may take any time; inject sets the header of a JSON
   * `payload`.
   */
  call(
    method: NonNullable<InjectOptions['method']>,
    url: string,
    options?: Omit<InjectOptions, 'method' | 'url'>,
  ): Promise<LightMyRequestResponse>;
  /**
   * Calls `/api/v1` with a person’s API key, and everything else with their session, whose cookie
   * follows the responses as a browser’s does.
   */
  as(person: Credentials): CallsOfPerson;
  close(): Promise<void>;
}

/** Returns the store of the files that are attached at a service. */
export const testFiles = ({ config }: Pick<TestApp, 'config'>) =>
  folderStore(filesFolder(config), testSecrets.fileKeys);

interface Credentials {
  readonly bearer: { readonly authorization: string };
  readonly session: { readonly cookie: string };
}

type Response = Promise<LightMyRequestResponse>;
type Headers = Readonly<Record<string, string>>;
interface CallsOfPerson {
  get(url: string, headers?: Headers): Response;
  delete(url: string, headers?: Headers): Response;
  post(url: string, payload?: object, headers?: Headers): Response;
  put(url: string, payload?: object, headers?: Headers): Response;
  patch(url: string, payload?: object, headers?: Headers): Response;
}

export interface TestAppOptions {
  readonly env?: Record<string, string>;
  readonly deps?: Partial<AppDeps>;
}

/**
 * Starts the service on a fresh database and data folder. Settings are the defaults without demo
 * mode; `env` changes them.
 */
export async function startTestApp(
  kind: DatabaseKind,
  options: TestAppOptions = {},
): Promise<TestApp> {
  const database = await openTestDatabase(kind);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-data-'));
  const config = readConfig({ DEMO: '0', DATA_DIR: dataDir, ...options.env });
  const service = await openApp(config, database, options.deps);
  return {
    ...service,
    close: async () => {
      await service.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** Returns a service on the database of these settings, beside other processes on it. */
export async function openTestApp(
  env: Record<string, string>,
  deps?: Partial<AppDeps>,
): Promise<TestApp> {
  const config = readConfig(env);
  return openApp(config, await openDatabase(config), deps);
}

async function openApp(
  config: Config,
  database: Database,
  deps: Partial<AppDeps> = {},
): Promise<TestApp> {
  const app = await buildApp({ config, database, secrets: testSecrets, ...deps });
  // No limit by time that a busy machine could reach: who tests one calls `app.inject`.
  const call: TestApp['call'] = async (method, url, more) =>
    withStatementLimit(Infinity, async () => app.inject({ ...more, method, url }));
  return {
    app,
    database,
    config,
    call,
    as: ({ bearer, session }) => {
      const own = (url: string) => (/^\/api\//i.test(url) ? bearer : session);
      const send: TestApp['call'] = async (method, url, more) => {
        const response = await call(method, url, more);
        const cookie = response.cookies.find(({ name }) => name === 'portal-session');
        if (cookie?.value) Object.assign(session, { cookie: `portal-session=${cookie.value}` });
        return response;
      };
      const read = (method: 'GET' | 'DELETE') => async (url: string, headers?: Headers) =>
        send(method, url, { headers: { ...own(url), ...headers } });
      const write =
        (method: 'POST' | 'PUT' | 'PATCH') =>
        async (url: string, payload?: object, headers?: Headers) =>
          send(method, url, { headers: { ...own(url), ...headers }, ...(payload && { payload }) });
      return {
        get: read('GET'),
        delete: read('DELETE'),
        post: write('POST'),
        put: write('PUT'),
        patch: write('PATCH'),
      };
    },
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}
