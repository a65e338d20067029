/**
 * The style of the documentation page: plain, dense, light and dark. The page’s policy contains
 * its hash.
 */
export const docsStyle = `
:root { color-scheme: light dark; --line: light-dark(#e2e4e9, #2b2f36); --soft: light-dark(#f6f7f9, #1b1e23); --dim: light-dark(#5b6270, #9aa2b1); --link: light-dark(#2a52c9, #9db4ff); }
* { box-sizing: border-box; }
body { margin: 0; display: grid; grid-template-columns: 17rem minmax(0, 54rem); gap: 2.5rem; font: 14px/20px system-ui, sans-serif; color: light-dark(#16181d, #e8eaee); background: light-dark(#fff, #131519); }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.5rem 1rem; border-right: 1px solid var(--line); background: var(--soft); }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li { padding: 2px 0; overflow-wrap: anywhere; }
main { padding: 1.5rem 1rem 6rem; min-width: 0; }
h1 { font-size: 24px; line-height: 32px; } h2 { font-size: 18px; line-height: 24px; margin-top: 3rem; overflow-wrap: anywhere; } h3 { font-size: 16px; margin-top: 2rem; }
section { scroll-margin-top: 1rem; }
a { color: var(--link); } a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
code { font: 13px/20px ui-monospace, monospace; }
pre { padding: .75rem 1rem; overflow: auto; border: 1px solid var(--line); border-radius: 6px; background: var(--soft); }
.method { padding: 2px 8px; border: 1px solid var(--line); border-radius: 6px; font: 600 12px/16px ui-monospace, monospace; color: var(--dim); }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: anywhere; }
.schema { table-layout: fixed; } .schema th:nth-child(1) { width: 38%; } .schema th:nth-child(2) { width: 22%; }
th { font-size: 12px; color: var(--dim); } td:first-child { width: 11rem; }
@media (max-width: 50rem) { body { display: block; } nav { position: static; height: auto; border: 0; } td:first-child { width: 9rem; } }
`;
