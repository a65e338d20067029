import path from 'node:path';

import react from '@vitejs/plugin-react';
import { build } from 'vite';

import { compress } from '#scripts/build.ts';

const root = path.join(import.meta.dirname, '..', '..');

/**
 * Builds a floor page as the product is built (vite.config.ts, scripts/build.ts), into a separate
 * folder, with the product's icon.
 */
async function buildFloor(folder: string): Promise<void> {
  const outDir = path.join(root, '.cache', 'bench', folder);
  await build({
    configFile: false,
    root: path.join(root, 'bench', folder),
    publicDir: path.join(root, 'public'),
    logLevel: 'warn',
    plugins: [react()],
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, assetsInlineLimit: 0, target: 'es2024' },
  });
  await compress(outDir);
}

await buildFloor('floor');
await buildFloor('csv-floor');
