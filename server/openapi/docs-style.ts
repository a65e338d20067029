import { readFileSync } from 'node:fs';

// The colours, type and spaces of the portal, which a page without scripts has in itself.
const tokens = readFileSync(new URL('../../src/ui/tokens.css', import.meta.url), 'utf8');

/** The style of the documentation page. The page’s policy contains its hash. */
export const docsStyle = `${tokens}
* { box-sizing: border-box; }
body { margin: 0; display: grid; grid-template-columns: 17rem minmax(0, 54rem); gap: var(--space-8); font: var(--text-m); color: var(--ink); background: var(--page); }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: var(--space-6) var(--space-4); border-right: 1px solid var(--line); background: var(--sunken); }
nav ul { list-style: none; margin: 0; padding: 0; } nav li { padding: 2px 0; overflow-wrap: anywhere; }
main { padding: var(--space-6) var(--space-4) var(--space-12); min-width: 0; }
h1 { font: 600 var(--text-xl); } h2 { font: 600 var(--text-l); margin-top: var(--space-12); overflow-wrap: anywhere; } h3 { font: 600 var(--text-m); margin-top: var(--space-8); }
section { scroll-margin-top: var(--space-4); } summary { cursor: pointer; }
a { color: var(--accent); text-underline-offset: 2px; } nav a { text-decoration: none; } nav a:hover { text-decoration: underline; }
:focus-visible { outline: none; border-radius: var(--radius); box-shadow: var(--focus); }
code { font: 13px/20px var(--mono); }
pre { max-height: 32rem; padding: var(--space-3) var(--space-4); overflow: auto; border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); }
.method { padding: 2px var(--space-2); border: 1px solid var(--line); border-radius: var(--radius); font: 600 12px/16px var(--mono); color: var(--ink-soft); }
table { width: 100%; margin: var(--space-4) 0; border-collapse: collapse; }
th, td { padding: var(--space-2) var(--space-3) var(--space-2) 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: anywhere; }
.schema { table-layout: fixed; } .schema th:nth-child(1) { width: 38%; } .schema th:nth-child(2) { width: 22%; }
th { font: 600 var(--text-s); color: var(--ink-soft); } td:first-child { width: 11rem; }
@media (max-width: 60rem) { body { display: block; } nav { position: static; height: auto; border: 0; } td:first-child { width: 9rem; } }
/* A name is never broken: below it are its type and what it is. */
@media (max-width: 40rem) { .schema td { display: block; width: auto; border: 0; padding-bottom: 0; } .schema td:nth-child(-n + 2) { display: inline-block; } .schema tr { display: block; padding-bottom: var(--space-2); border-bottom: 1px solid var(--line); } .schema tr:has(th) { display: none; } }
`;
