import { createHash } from 'node:crypto';
import { glob, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

import type { Plugin } from 'vite';

/**
 * `npm run build`: builds the portal into `dist/`, unless it is already built from the same
 * sources.
 */
const root = path.join(import.meta.dirname, '..');
const dist = path.join(root, 'dist');
const stamp = path.join(dist, '.stamp');

/** Builds the portal if a source has changed since the last build. Returns whether one had. */
export async function buildPortal(): Promise<boolean> {
  const sources = await fingerprint();
  const built = await readFile(stamp, 'utf8').catch(() => '');
  if (built === sources) return false;

  // Built in a temporary folder and then moved, so that a failed or stopped build leaves the old
  // one intact.
  const aside = path.join(root, '.cache', `dist-${process.pid}`);
  await mkdir(path.dirname(aside), { recursive: true });
  const { build } = await import('vite');
  await build({ root, logLevel: 'warn', build: { outDir: aside, emptyOutDir: true } });
  await compress(aside);
  await buildServerRender(path.join(aside, '.service'));
  await writeFile(path.join(aside, '.stamp'), sources);
  await rm(dist, { recursive: true, force: true });
  await rename(aside, dist);
  return true;
}

/** Builds what renders pages in the service (server/documents) as one file. */
async function buildServerRender(outDir: string): Promise<void> {
  const { build } = await import('vite');
  await build({
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [withoutLateParts()],
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: 'src/hydration/server-render.tsx',
      outDir,
      manifest: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
}

/** Never loads the late parts of a page: the service renders only what it shows first. */
function withoutLateParts(): Plugin {
  return {
    name: 'without-late-parts',
    enforce: 'post',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/ },
      handler: (code) => ({
        code: code.replaceAll(/\bimport\(/g, '((file) => new Promise(() => {}))('),
        map: null,
      }),
    },
  };
}

/** Returns a hash of all sources of the build. */
async function fingerprint(): Promise<string> {
  const patterns = [
    '{src,contract,public}/**/*',
    'index.html',
    'vite.config.ts',
    'scripts/build.ts',
    'package-lock.json',
  ];
  const files: string[] = [];
  for await (const file of glob(patterns, { cwd: root })) files.push(file);
  const hash = createHash('sha256');
  for (const file of files.toSorted()) {
    if (/\.test\.tsx?$|^src\/testing\//.test(file)) continue;
    const whole = path.join(root, file);
    if ((await stat(whole)).isFile())
      hash
        .update(file)
        .update('\0')
        .update(await readFile(whole));
  }
  return hash.digest('hex');
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Writes `.br` and `.gz` next to every text file, so that the service only has to send them; the
 * page itself is branded, and then compressed, at each start.
 */
export async function compress(folder: string): Promise<void> {
  const compressed: Promise<void>[] = [];
  for await (const file of glob('**/*.{js,css,svg,json,txt,webmanifest}', { cwd: folder }))
    compressed.push(compressFile(path.join(folder, file)));
  await Promise.all(compressed);
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  await writeFile(`${file}.br`, await brotli(content));
  await writeFile(`${file}.gz`, await zip(content, { level: 9 }));
}

if (import.meta.main) {
  const hasChanged = await buildPortal();
  console.log(hasChanged ? 'Built the portal into dist/.' : 'dist/ is up to date.');
}
