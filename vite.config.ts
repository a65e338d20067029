import path from 'node:path';

import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin, Visitor } from 'vite';

const boot = '/src/hydration/boot/boot.ts';
const target = 'es2024';

/**
 * Starts the portal after the first frame, so that its script does not run before the
 * server-rendered page is painted. A page in the background has no frames.
 */
const startAfterFrame = (file: string) => `<script type="module">
const start = () => import("${file}");
requestAnimationFrame(() => setTimeout(start));
setTimeout(start, 500);
</script>`;

/**
 * Lets the page import the first script, which the others share, instead of starting with it: what
 * starts a page or a worker is imported by nothing. It loads once the document has arrived, while
 * the page is laid out and painted.
 */
function startInPage(): Plugin {
  return {
    name: 'start-in-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const found = /<script type="module" crossorigin src="(\S+)"><\/script>/.exec(html);
        if (!found) throw new Error('The built page has no script to start.');
        const [script, href = ''] = found;
        const attrs = { rel: 'modulepreload', crossorigin: true, fetchpriority: 'low', href };
        return {
          html: html.replace(script, startAfterFrame(href)),
          tags: [{ tag: 'link', injectTo: 'body', attrs }],
        };
      },
    },
  };
}

/**
 * Does not let the bundler put what later parts share into the file of a worker: WebKit runs that
 * file a second time when another one imports it.
 */
function startsAlone(): Plugin {
  return {
    name: 'starts-alone',
    options: (options) => ({ ...options, preserveEntrySignatures: 'strict' }),
  };
}

/**
 * Writes the boot file into the page, after the entry, so that its requests run while the entry is
 * still loading.
 */
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
        return [{ tag: 'script', injectTo: 'body', ...script }];
      },
    },
  };
}

/** Returns a source file and all its imports as one script. */
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
 * Writes the entry’s style sheet into the page: as a file, it would take the only open connection
 * before the script. Also removes the style sheet from the chunk, because lazy chunks that share
 * the entry would load it again.
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
 * Lets the bundler leave out the parts of React Router that the portal does not use: components,
 * which are made by calls and named by assignments, observers of each step (instrumentations), and
 * the reader of what a server has rendered. It would otherwise keep them in the first script.
 */
function withoutUnusedRouterParts(): Plugin {
  return {
    name: 'without-unused-router-parts',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/react-router\/dist\// },
      handler: (code) => ({
        code: code
          .replaceAll(/^\w+\.displayName = .*;$/gm, '')
          .replaceAll(/ = (\S+\.forwardRef\()/g, ' = /* @__PURE__ */ $1')
          .replaceAll(
            /\binit\.(instrumentations|patchRoutesOnNavigation|dataStrategy|hydrationData)\b/g,
            'undefined',
          )
          // Forms that the router sends, and requests beside the navigation (fetchers).
          .replaceAll('opts.submission && isMutationMethod(opts.submission.formMethod)', 'false')
          .replaceAll(/^\t\tfetch,$/gm, '')
          .replaceAll('|| parseHydrationData()', ''),
        map: null,
      }),
    },
  };
}

/**
 * Removes the parts of the contract’s tables of endpoints that only the service reads: summaries
 * and request schemas. Schemas that are then unused can go as well: a zod call has no side effect
 * except on the registry, which only the service reads.
 */
function withoutServiceParts(): Plugin {
  return {
    name: 'without-service-parts',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\/contract\/.*\.ts$/, code: 'z.' },
      handler(code) {
        const edits: { start: number; end: number; text: string }[] = [];
        const isCut = ({ start }: { start: number }) => start < (edits.at(-1)?.end ?? 0);
        new Visitor({
          CallExpression({ start }) {
            const isOfZod = code.startsWith('z.', start) && !isCut({ start });
            if (isOfZod) edits.push({ start, end: start, text: '/* @__PURE__ */ ' });
          },
          ArrayExpression({ elements: [route, summary, options] }) {
            if (!route || !summary || isCut(route)) return;
            if (!/^"(GET|POST|PUT|PATCH|DELETE) /.test(code.slice(route.start))) return;
            edits.push({ start: summary.start, end: summary.end, text: '0' });
            if (options?.type !== 'ObjectExpression') return;
            for (const option of options.properties)
              if (option.type === 'Property' && option.key.type === 'Identifier')
                if (option.key.name === 'body')
                  edits.push({ start: option.start, end: option.end, text: 'body: 0' });
          },
        }).visit(this.parse(code));
        const shortened = edits.reduceRight(
          (whole, { start, end, text }) => whole.slice(0, start) + text + whole.slice(end),
          code,
        );
        return { code: shortened, map: null };
      },
    },
  };
}

/**
 * The browser bundle. The page is the only file with inline scripts and styles: the service reads
 * their hashes from the page for the Content-Security-Policy, which otherwise allows only files of
 * the portal’s own origin.
 */
export default defineConfig({
  resolve: {
    // What each icon of lucide-react imports by this name: 1.2 kB less of the first script than
    // the library’s own.
    alias: {
      '../createLucideIcon.mjs': path.join(import.meta.dirname, 'src/ui/elements/lucide-icon.tsx'),
    },
  },
  plugins: [
    react(),
    withoutUnusedRouterParts(),
    withoutServiceParts(),
    startInPage(),
    bootInPage(),
    styleInPage(),
  ],
  build: {
    outDir: 'dist',
    assetsInlineLimit: 0,
    target,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // A name that two files share costs no more than one written in both.
      optimization: { inlineConst: { mode: 'all' } },
      treeshake: {
        // The contract has no side effects, so its unused parts can go.
        moduleSideEffects: [{ test: /\/contract\//, sideEffects: false }],
      },
      output: {
        // Without their names and with short hashes, because the first script lists them all.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          // One file for all that the first page needs: each further file waits for a connection.
          groups: [
            { name: 'first', tags: ['$initial'], priority: 1 },
            // One for the controls of forms, which are small and come together: the first script
            // lists every file.
            { name: 'form-controls', test: /\/src\/ui\/form\// },
          ],
        },
      },
    },
  },
  worker: { format: 'es', plugins: () => [startsAlone()] },
});
