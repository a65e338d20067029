import type { Plugin } from 'vite';

/** A text of a library, and what takes its place. */
type Change = readonly [found: string | RegExp, replacement: string];

/**
 * What the portal does not use of React Router, by its files: forms that the router sends, requests
 * beside the navigation (fetchers), middleware, routes that are added later, view transitions,
 * observers of each step, and warnings for its developers.
 */
const routerChanges: Readonly<Record<string, readonly Change[]>> = {
  'router/router.js': [
    [
      /\binit\.(instrumentations|patchRoutesOnNavigation|dataStrategy|hydrationData)\b/g,
      'undefined',
    ],
    [
      /let \{ path, submission, error \} = \w+\(false, (normalizeTo\(.*\)), opts\);/g,
      'let path = $1;',
    ],
    [/^\t+(submission,\n\t+pendingError: error,|fogOfWar\.active = false;)$/gm, ''],
    [/\bsubmission != null && isMutationMethod\(submission\.formMethod\)/g, 'false'],
    [/\bopts && opts\.submission && isMutationMethod\(opts\.submission\.formMethod\)/g, 'false'],
    [/(let isActionReload =) .*;/g, '$1 false;'],
    [/\bif \((opts\?\.mask|opts && opts\.pendingError|isFogOfWar)\)/g, 'if (false)'],
    [/\bfogOfWar\.active( && fogOfWar\.matches)?/g, 'false'],
    [/\blet fogOfWar = .*;|\b(?<=if \()checkFogOfWar\(initialMatches, .*\)\.active/g, 'false'],
    [/\(opts && opts\.enableViewTransition\) === true/g, 'false'],
    [/if \(pendingAction === "POP" && !isUninterruptedRevalidation && .*\)/g, 'if (false)'],
    ['else if (pendingViewTransitionEnabled)', 'else if (false)'],
    [
      /\b(fetchLoadMatches|revalidatingFetchers|(\w+\.)?\w*[fF]etchers\w*)\.forEach\(/g,
      'false && $1.forEach(',
    ],
    ['revalidatingFetchers.length > 0', 'false'],
    [/(?<!function )\b(markFetchRedirectsDone|abortStaleFetchLoads)\([^)]*\)/g, 'false'],
    [/(let fetcherResultsPromise =) Promise\.all\([^]*?\n\t\t\}\)\);/g, '$1 [];'],
    [/^\t\t(fetch|[gr]e\w*Fetcher|patchRoutes|_internal\w+(: \w+)?|deleteFetcher: \w+),?$/gm, ''],
    ['|| defaultDataStrategyWithMiddleware', '|| defaultDataStrategy'],
    [/\blet runClientMiddleware = [^]*?\n\t\};\n(?=\tlet results)/g, ''],
    [/,\n\t\trunClientMiddleware$/gm, ''],
    [/\blet lazyMiddlewarePromise = [^]*?\}\);/g, ''],
    ['middleware: lazyMiddlewarePromise,', ''],
    [/(?<!function )\bloadLazyMiddlewareForMatches\([^)]*\)/g, 'undefined'],
    // Routes whose properties are loaded one by one.
    [/\blet lazyKeys = [^]*?(?=\n\}\nfunction isNonNullable)/g, 'return {};'],
  ],
  'components.js': [
    [/\bif \(!viewTransitionOpts \|\| .*\)/g, 'if (true)'],
    [/\b((state\.f|deletedF)etchers)\.forEach\(/g, 'false && $1.forEach('],
  ],
  'dom/lib.js': [['|| parseHydrationData()', '']],
};

const inRouter: readonly Change[] = [
  [/^\w+\.displayName = .*;$/gm, ''],
  // Components that are made by calls, which the bundler would take for needed.
  [/ = (\S+\.forwardRef\()/g, ' = /* @__PURE__ */ $1'],
  [/(?<!function )\bwarning\((?=.*\);$)/gm, 'false && warning('],
];

/**
 * Functions of React DOM that take over what a server has rendered, with the events that wait for
 * it, that animate transitions, or that refer to fragments.
 */
const unusedInReact =
  /[hH]ydrat|IfContinuousEvent|[bB]locked|Replay|ViewTransition|FragmentInstance(?!Host|Parent)/;

/**
 * Lets the bundler leave out of the first script what the portal does not use of React Router and
 * React DOM, and would otherwise be there. Where a version of a library has other texts, the build
 * fails.
 */
export function withoutUnusedParts(): Plugin {
  return {
    name: 'without-unused-parts',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/(react-router\/dist|react-dom\/cjs\/react-dom-client)\b/ },
      handler: (code, id) => {
        const [, file] = /react-router\/dist\/\w+\/lib\/(.*)/.exec(id) ?? [];
        const own = (file !== undefined && routerChanges[file]) || [];
        let changed = id.includes('react-dom') ? withoutFunctions(code, unusedInReact) : code;
        for (const [found, replacement] of own) {
          const before = changed;
          changed = changed.replaceAll(found, replacement);
          if (changed === before) throw new Error(`${id} has no ${String(found)}`);
        }
        if (file !== undefined)
          for (const [found, replacement] of inRouter)
            changed = changed.replaceAll(found, replacement);
        return { code: changed, map: null };
      },
    },
  };
}

/** Empties the functions with such names: nothing calls them, or they would return null anyway. */
function withoutFunctions(code: string, names: RegExp): string {
  const changed = code.replaceAll(/^function (\w+)\([^)]*\) \{\n[^]*?^\}/gm, (text, name: string) =>
    names.test(name) ? `function ${name}() { return null; }` : text,
  );
  if (changed === code) throw new Error(`React DOM has no function named ${String(names)}`);
  return changed;
}
