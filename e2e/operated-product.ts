import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { startPostgres } from '#server/testing/database/postgres-server.ts';

import { test as base } from './fixtures.ts';
import { type OperatorProgram, operatorProgram } from './operator-program.ts';
import { type Product, startProduct } from './product.ts';

/** The product, with what its commands printed before it started. */
interface OperatedProduct extends Product {
  readonly operatorKey: string;
  /** The link by which a new partner's admin sets a password. */
  readonly passwordLink: string;
}

interface WorkerFixtures {
  database: 'the embedded database' | 'PostgreSQL';
  product: OperatedProduct;
}

/** Tests with a program of the operator beside the people at their browsers. */
export const test = base.extend<{ crm: OperatorProgram }, WorkerFixtures>({
  database: ['the embedded database', { option: true, scope: 'worker' }],
  product: [
    async ({ database }, use) => {
      const postgres = database === 'PostgreSQL' ? await startPostgres() : undefined;
      try {
        const product = await startOperated({
          DEMO: '1',
          ...(postgres && {
            DATABASE_URL: `${postgres.url}/postgres`,
            PORTAL_SECRET: 'a portal secret for tests, long enough',
          }),
        });
        await use(product);
        await product.stop();
      } finally {
        await postgres?.stop();
      }
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  crm: async ({ product }, use) => use(operatorProgram(product.url, product.operatorKey)),
});

/** Adds a key of the operator and an account with the product's commands, and starts it. */
async function startOperated(settings: Record<string, string>): Promise<OperatedProduct> {
  let operatorKey = '';
  let passwordLink = '';
  const product = await startProduct(settings, async (env) => {
    operatorKey = await runCommand(['operator-key', '--', 'add', '--name', 'CRM'], env);
    const account = ['--email', 'admin@newcomer.test', '--role', 'partner-admin'];
    const partner = ['--partner', 'Newcomer Loans', '--name', 'Nell Comer'];
    passwordLink = await runCommand(['account', '--', 'add', ...account, ...partner], env);
  });
  return {
    ...product,
    operatorKey,
    passwordLink: `${product.url}/sign-in${new URL(passwordLink).hash}`,
  };
}

/** Runs a command of package.json and returns the last line that it prints. */
export async function runCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', ...args], { env });
  return stdout.trim().split('\n').at(-1) ?? '';
}
