import { readFileSync } from 'node:fs';
import tls from 'node:tls';
import { parseEnv } from 'node:util';

import { ConfigError } from './config.ts';

type Environment = Record<string, string | undefined>;

/**
 * Adds the settings of the file that `SETTINGS_FILE` names to the environment, as `node --env-file`
 * does: what is in the environment already counts. Without it, nothing is read.
 * @throws ConfigError if the file can’t be read
 */
export function loadSettingsFile(env: Environment = process.env): void {
  const { SETTINGS_FILE: file } = env;
  if (!file) return;
  const isTrusted = env['NODE_EXTRA_CA_CERTS'] !== undefined;
  for (const [name, value] of Object.entries(parseEnv(read(file)))) env[name] ??= value;
  // Node reads this one when it starts, which was before.
  const { NODE_EXTRA_CA_CERTS: authorities } = env;
  if (authorities && !isTrusted)
    tls.setDefaultCACertificates([...tls.getCACertificates(), read(authorities)]);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([
      `SETTINGS_FILE: ${reason}. Name the file of the settings, and run this as a user who can read it.`,
    ]);
  }
}
