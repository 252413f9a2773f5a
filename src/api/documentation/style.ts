/** How the docs page looks: one column to read, one to find one's way, in the reader's own light. */
export const DOCS_STYLE = `
:root { color-scheme: light dark; --ink: #1d2430; --soft: #5b6678; --paper: #fff; --tint: #f4f6f9; --line: #dfe4ea; --mark: #1f5fbf; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ee; --soft: #9aa5b5; --paper: #14181f; --tint: #1c222b; --line: #2d3541; --mark: #7eb0ff; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; display: grid; grid-template-columns: 21rem minmax(0, 1fr); color: var(--ink); background: var(--paper); font: 16px/1.55 system-ui, sans-serif; }
a { color: inherit; text-decoration: none; }
a:hover { text-decoration: underline; }
p a { color: var(--mark); text-decoration: underline; }
code { font: .875em/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem 1.25rem; background: var(--tint); border-right: 1px solid var(--line); font-size: .8125rem; }
nav .title { font-size: 1.25rem; font-weight: 700; }
nav h2 { margin: 1.25rem 0 .25rem; font-size: .8125rem; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav a { display: block; padding: .125rem 0; }
nav li a { display: grid; grid-template-columns: 3.75rem minmax(0, 1fr); }
main { padding: 2.5rem clamp(1rem, 5vw, 4rem) 6rem; max-width: 62rem; }
h1 { margin: 0 0 1rem; font-size: 2rem; line-height: 1.2; }
main h2 { margin: 2.5rem 0 .5rem; font-size: 1.375rem; }
section > h2 { margin-top: 4rem; padding-bottom: .375rem; border-bottom: 2px solid var(--ink); }
h3 { margin: 0 0 .5rem; font-size: 1.0625rem; font-weight: 600; }
article { padding: 1.75rem 0; border-bottom: 1px solid var(--line); }
article:target h3 code { color: var(--mark); }
p { margin: .5rem 0; max-width: 46rem; }
b { font: 700 .6875rem/1.6 ui-monospace, monospace; letter-spacing: .04em; }
h3 b { font-size: .8125rem; margin-right: .25rem; }
.get { color: #1a7f4b; } .post { color: #1f5fbf; } .patch, .put { color: #9a6700; } .delete { color: #c1362c; }
@media (prefers-color-scheme: dark) { .get { color: #5fd39a; } .post { color: #7eb0ff; } .patch, .put { color: #e3b341; } .delete { color: #ff8a80; } }
.caller, .answer, small, .fields span { color: var(--soft); }
.deprecated { padding: .0625rem .5rem; border: 1px solid currentcolor; border-radius: 1rem; color: #b4541a; font-size: .75rem; }
table { width: 100%; margin: .75rem 0; border-collapse: collapse; font-size: .875rem; }
th { color: var(--soft); font-weight: 500; text-align: left; }
th, td { padding: .375rem 1rem .375rem 0; border-top: 1px solid var(--line); vertical-align: top; }
thead th { border-top: 0; }
td:first-child { width: 32%; }
details td:first-child { width: 4rem; }
details td:nth-child(2) { width: 38%; }
td:last-child { padding-right: 0; }
details { margin: .5rem 0; font-size: .875rem; }
summary { color: var(--soft); cursor: pointer; }
summary code { color: var(--ink); }
.fields { margin: .25rem 0; padding-left: 1.25rem; list-style: none; border-left: 1px solid var(--line); }
.fields li { padding: .0625rem 0; }
@media (max-width: 56rem) { body { display: block; } nav { position: static; height: auto; max-height: 40vh; border: 0; } }
@media print { nav { display: none; } body { display: block; } }
`
