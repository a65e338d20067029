import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import type { DrawPage } from '#contract/portal/first-page/first-page.ts';
import { readIndexPage } from '#server/http/portal-files.ts';

/** The document of a page, in two parts: the drawn page comes between. */
export interface PageFiles {
  readonly before: string;
  readonly after: string;
}

/** Returns what draws pages; undefined if the portal was built without it. */
export async function loadDrawPage(folder: string): Promise<DrawPage | undefined> {
  const file = path.join(folder, '.service', 'drawn-page.js');
  if (!existsSync(file)) return undefined;
  const built: { drawPage: DrawPage } = await import(file);
  return built.drawPage;
}

/** Reads the portal’s document, with the styles of a page that is loaded after the first script. */
export async function readPageFiles(folder: string, source: string): Promise<PageFiles> {
  const style = await readStyles(folder, source);
  const [before = '', after = ''] = (await readIndexPage(folder)).split('<div id="root"></div>');
  return {
    before: style === '' ? before : before.replace('</head>', `<style>${style}</style></head>`),
    after,
  };
}

interface Chunk {
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

async function readStyles(folder: string, source: string): Promise<string> {
  const text = await readFile(path.join(folder, '.vite', 'manifest.json'), 'utf8');
  const chunks: Readonly<Record<string, Chunk>> = JSON.parse(text);
  const files = new Set<string>();
  const seen = new Set<string>();
  const add = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const imported of chunks[name]?.imports ?? []) add(imported);
    for (const file of chunks[name]?.css ?? []) files.add(file);
  };
  add(source);
  const sheets = await Promise.all(
    [...files].map(async (file) => readFile(path.join(folder, file), 'utf8')),
  );
  return sheets.join('');
}
