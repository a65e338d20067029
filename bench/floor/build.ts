import path from 'node:path';

import react from '@vitejs/plugin-react';
import { build } from 'vite';

import { compress } from '#scripts/build.ts';

/** Builds the floor page as the product is built (vite.config.ts, scripts/build.ts), into a folder of its own, with the product's icon. */
const root = path.join(import.meta.dirname, '..', '..');
const outDir = path.join(root, '.cache', 'bench', 'floor');

await build({
  configFile: false,
  root: import.meta.dirname,
  publicDir: path.join(root, 'public'),
  logLevel: 'warn',
  plugins: [react()],
  build: { outDir, emptyOutDir: true, assetsInlineLimit: 0, target: 'es2024' },
});
await compress(outDir);
