import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The values of the variables in the files of `deploy/reference/`. */
export type Variables = Readonly<Record<string, string | number>>;

const folder = join(import.meta.dirname, '..', '..', 'deploy', 'reference');

/** Returns a file of `deploy/reference/` with values for its variables, as `envsubst` writes it. */
export async function deployedFile(name: string, variables: Variables): Promise<string> {
  const text = await readFile(join(folder, name), 'utf8');
  return text.replaceAll(/\$\{(\w+)\}/g, (_, variable: string) => {
    const value = variables[variable];
    if (value === undefined) throw new Error(`${name} has no value for ${variable}.`);
    return String(value);
  });
}
