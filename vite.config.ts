import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';

const boot = '/src/api/boot.ts';
const target = 'es2024';

/** Writes the boot file into the page, behind the entry, so that the requests it starts run while the entry still loads. */
function bootInPage(): Plugin {
  return {
    name: 'boot-in-page',
    transformIndexHtml: {
      order: 'post',
      async handler(_html, { bundle }) {
        const script =
          bundle === undefined
            ? { attrs: { type: 'module', async: true, src: boot } }
            : { children: await builtAlone(boot) };
        return [{ tag: 'script', injectTo: 'head', ...script }];
      },
    },
  };
}

/** A source file and all it imports as one script. */
async function builtAlone(file: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target,
      rolldownOptions: { input: `.${file}`, output: { format: 'iife' } },
    },
  });
  if (!('output' in built)) throw new Error(`${file} was not built once.`);
  return built.output[0].code.trim();
}

/**
 * Writes the entry's style sheet into the page: as a file it would have the one open connection before the script. It is taken from the
 * chunk as well, or lazy chunks that share the entry would load it again.
 */
function styleInPage(): Plugin {
  let style = '';
  return {
    name: 'style-in-page',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        style = '';
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk' || !file.isEntry) continue;
          for (const name of file.viteMetadata?.importedCss ?? []) {
            const sheet = bundle[name];
            if (sheet?.type === 'asset') style += String(sheet.source);
            delete bundle[name];
          }
          file.viteMetadata?.importedCss.clear();
        }
      },
    },
    transformIndexHtml: () =>
      style === '' ? [] : [{ tag: 'style', injectTo: 'head', children: style }],
  };
}

/**
 * The browser bundle. Only the page itself holds scripts and a style: the service reads their hashes from it for the
 * Content-Security-Policy, which otherwise allows files of our own origin only.
 */
export default defineConfig({
  plugins: [react(), bootInPage(), styleInPage()],
  build: {
    outDir: 'dist',
    assetsInlineLimit: 0,
    target,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What the first page needs in one file: each further file waits for a connection of its own.
          groups: [{ name: 'first', tags: ['$initial'] }],
        },
      },
    },
  },
  worker: { format: 'es' },
});
