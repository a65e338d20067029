import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseEnv } from 'node:util';

import { describe, expect, test } from 'vitest';

import { testFolder } from '#server/testing/access/with-people.ts';

import { loadSettingsFile } from './settings-file.ts';

const root = path.join(import.meta.dirname, '..', '..');

/** Returns the settings of a file as a shell reads them, and what it complained of. */
function readByShell(text: string, names: readonly string[]) {
  const script = `set -a; eval "$1"; shift; for name; do printf '%s=%s\\0' "$name" "\${!name}"; done`;
  const said = execFileSync('bash', ['--norc', '-c', script, 'bash', text, ...names], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'] },
  });
  return Object.fromEntries(
    said
      .split('\0')
      .slice(0, -1)
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

/** Returns the examples of settings files: blocks of `NAME=value` lines, and a file. */
function listExamples() {
  const operations = path.join(root, 'docs', 'operations');
  const parts = readdirSync(operations).map((name) =>
    readFileSync(path.join(operations, name), 'utf8'),
  );
  const blocks = [...parts.join('\n').matchAll(/^```sh\n((?:[A-Z][A-Z_]+=.*\n){2,})```$/gm)];
  const folder = path.join(root, 'deploy', 'reference');
  const files = readdirSync(folder).filter((name) => name === 'portal.env');
  return [
    ...blocks.map(([, text = '']) => text),
    ...files.map((name) => readFileSync(path.join(folder, name), 'utf8').replaceAll('${', '{')),
  ];
}

describe('a settings file', () => {
  test('adds what the environment does not have, whatever is in its values', async () => {
    const file = path.join(await testFolder(), 'portal.env');
    const url = 's3://bucket/files?region=x&endpoint=https://s3.example.com';
    await writeFile(file, `UPSTREAM_NAME='Acme CRM'\nFILES_URL='${url}'\nPORT='3001'\n`);
    const env = { SETTINGS_FILE: file, PORT: '3002' };
    loadSettingsFile(env);
    expect(env).toEqual({
      SETTINGS_FILE: file,
      PORT: '3002',
      UPSTREAM_NAME: 'Acme CRM',
      FILES_URL: url,
    });
  });

  test('that can’t be read is an error, and without one nothing is read', () => {
    const env = { SETTINGS_FILE: '/no/such/portal.env' };
    expect(() => loadSettingsFile(env)).toThrow('SETTINGS_FILE: ENOENT');
    const none = {};
    loadSettingsFile(none);
    expect(none).toEqual({});
  });

  test('with a line that systemd reads otherwise is an error, which names the line alone', async () => {
    const file = path.join(await testFolder(), 'portal.env');
    const load = async (line: string) => {
      await writeFile(file, `# The settings\n\nPORT='3001'\n${line}\n`);
      const env: Record<string, string> = { SETTINGS_FILE: file };
      loadSettingsFile(env);
      return env['A'];
    };
    for (const line of [
      `A='x' # a comment`,
      `A='x''hidden'`,
      `export A='x'`,
      `A=x # hidden`,
      'A=x\\hidden',
      `A="\\$hidden"`,
      'A=`hidden`',
      `A='hidden`,
      `hidden`,
    ])
      await expect(load(line)).rejects.toThrow(/^[^]*SETTINGS_FILE: line 4 of (?:(?!hidden).)*$/);
    for (const line of [`A='x #$\`"'`, ` A = 'x' `, `A='x'\r`, 'A=x y', `A="x y"`, '; A=1', `A=`])
      await expect(load(line)).resolves.toBe(parseEnv(line)['A']);
  });

  test('means the same to Node and to a shell in every example, each value in quotes', () => {
    const examples = listExamples();
    expect(examples).toHaveLength(2);
    for (const text of examples) {
      const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
      // In single quotes systemd, Node and a shell all take a value as it stands.
      expect(lines.filter((line) => !/^[A-Z][A-Z_]*='[^'\\]*'$/.test(line))).toEqual([]);
      const settings = parseEnv(text);
      expect(readByShell(text, Object.keys(settings))).toEqual(settings);
    }
  });
});
