import { readFileSync } from 'node:fs';
import tls from 'node:tls';
import { parseEnv } from 'node:util';

import { ConfigError } from './config.ts';

type Environment = Record<string, string | undefined>;

/**
 * A line that Node reads as systemd does, which reads the file for the portal. To systemd, text
 * after a closing quote, even a comment, is part of the value, and a line with `export` is no
 * setting.
 */
const readAlike = /^(?:[#;].*|[a-z_]\w*\s*=\s*(?:'[^'\\]*'|"[^"\\]*"|[^\s'"`\\#][^\\#]*)?)?$/i;

/**
 * Adds the settings of the file that `SETTINGS_FILE` names to the environment, as `node --env-file`
 * does: a variable that is set already wins. Without `SETTINGS_FILE`, nothing is read.
 * @throws ConfigError if the file can’t be read, or has a line that systemd reads otherwise
 */
export function loadSettingsFile(env: Environment = process.env): void {
  const { SETTINGS_FILE: file } = env;
  if (!file) return;
  const text = read(file);
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const odd = lines.findIndex((line) => !readAlike.test(line));
  // A line can be a secret: the error has only its number.
  if (odd >= 0)
    throw new ConfigError([
      `SETTINGS_FILE: line ${odd + 1} of ${file} is not NAME='value'. Write nothing before the name or after the closing quote, and comments on lines of their own: systemd would read it otherwise.`,
    ]);
  const isTrusted = env['NODE_EXTRA_CA_CERTS'] !== undefined;
  for (const [name, value] of Object.entries(parseEnv(text))) env[name] ??= value;
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
