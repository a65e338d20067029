import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const boot = '/src/api/boot.ts';

/** Loads the boot file first, beside the page's other scripts: the requests it starts run while they still load. */
function bootFirst(): Plugin {
  return {
    name: 'boot-first',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const built = Object.values(bundle ?? {}).find(
          (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(boot)),
        );
        const src = built === undefined ? boot : `/${built.fileName}`;
        const attrs = { type: 'module', async: true, src };
        return [{ tag: 'script', attrs, injectTo: 'head-prepend' }];
      },
    },
  };
}

/** The browser bundle. Nothing is inlined: the Content-Security-Policy allows files of our own origin only. */
export default defineConfig({
  plugins: [react(), bootFirst()],
  build: {
    outDir: 'dist',
    assetsInlineLimit: 0,
    target: 'es2024',
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'boot', test: (id) => id.endsWith(boot) },
            // What the first page needs in one file: each further file waits for a connection of its own.
            { name: 'first', tags: ['$initial'] },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
});
