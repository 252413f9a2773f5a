/** The style of the page: light or dark as the reader prefers. The contents are beside the text, or, on a phone, over it. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1d2430; --soft: #5b6678; --paper: #fff; --tint: #f4f6f9; --line: #dfe4ea; --mark: #1f5fbf; --get: #1a7f4b; --patch: #8a5d00; --delete: #c1362c; --event: #7a3fb5; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ee; --soft: #9aa5b5; --paper: #14181f; --tint: #1c222b; --line: #2d3541; --mark: #7eb0ff; --get: #5fd39a; --patch: #e3b341; --delete: #ff8a80; --event: #c9a2f5; } }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 4.5rem; }
body { margin: 0; display: grid; grid-template: auto 1fr / 19rem minmax(0, 1fr); color: var(--ink); background: var(--paper); font: 16px/1.55 system-ui, sans-serif; }
a { color: inherit; text-decoration: none; }
a:hover { text-decoration: underline; }
p a, dd a, td a { color: var(--mark); }
p a { text-decoration: underline; }
code { font: .875em/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }

header { position: sticky; top: 0; z-index: 2; grid-column: 1 / -1; display: flex; align-items: center; gap: .75rem 1.5rem; padding: .625rem 1.25rem; background: var(--paper); border-bottom: 1px solid var(--line); }
header .title { font-size: 1.125rem; font-weight: 700; white-space: nowrap; }
form { flex: 1; display: flex; gap: .5rem; max-width: 40rem; }
input[type=search] { flex: 1; min-width: 0; padding: .4375rem .75rem; color: inherit; background: var(--tint); border: 1px solid var(--line); border-radius: .375rem; font: inherit; }
button { padding: .375rem .875rem; color: inherit; background: var(--tint); border: 1px solid var(--line); border-radius: .375rem; font: inherit; cursor: pointer; }
@media (scripting: enabled) { button { display: none; } }
.languages { display: flex; gap: .75rem; margin: 0 0 0 auto; padding: 0; border: 0; font-size: .8125rem; white-space: nowrap; }
.languages legend { float: left; margin-right: .75rem; color: var(--soft); }
.languages label { cursor: pointer; }
.languages input { margin: 0 .125rem 0 0; vertical-align: -.125em; }
.open, .close { display: none; }

nav { position: sticky; top: 3.5rem; height: calc(100vh - 3.5rem); overflow-y: auto; padding: .75rem 1.25rem 3rem; background: var(--tint); border-right: 1px solid var(--line); font-size: .8125rem; }
nav p { margin: .25rem 0; }
nav p a { color: inherit; text-decoration: none; }
nav h2 { margin: 1.125rem 0 .25rem; color: var(--soft); font-size: .6875rem; letter-spacing: .06em; text-transform: uppercase; }
nav summary { padding: .125rem 0; color: var(--ink); }
nav ul { margin: 0 0 .375rem; padding: 0; list-style: none; }
nav li a { display: grid; grid-template-columns: 3.5rem minmax(0, 1fr); padding: .125rem 0; }
nav li .op { grid-column: 2; color: var(--soft); }

main { padding: 2rem clamp(1rem, 4vw, 3.5rem) 8rem; max-width: 76rem; }
h1 { margin: 0 0 1rem; font-size: 2rem; line-height: 1.2; }
main h2 { margin: 2.5rem 0 .5rem; font-size: 1.375rem; }
main > [data-box] > h2 { margin-top: 4rem; font-size: 1.75rem; }
h3 { margin: 2.5rem 0 0; padding-bottom: .375rem; border-bottom: 2px solid var(--ink); font-size: 1.25rem; }
h4 { margin: 0 0 .5rem; font-size: 1.0625rem; font-weight: 600; }
article { padding: 1.75rem 0; border-bottom: 1px solid var(--line); }
article:target h4 code { color: var(--mark); }
p { margin: .5rem 0; max-width: 46rem; }
b { font: 700 .6875rem/1.6 ui-monospace, monospace; letter-spacing: .04em; }
h4 b { margin-right: .25rem; font-size: .8125rem; }
.get, .head, .options b { color: var(--get); } .post { color: var(--mark); } .patch, .put { color: var(--patch); } .delete { color: var(--delete); } .event { color: var(--event); }
.caller, .answer, small, .fields span, .op, dt { color: var(--soft); }
.op { font-weight: 400; }
.badge { padding: .0625rem .5rem; border: 1px solid currentcolor; border-radius: 1rem; color: var(--patch); font-size: .75rem; }
table { width: 100%; margin: .75rem 0; border-collapse: collapse; font-size: .875rem; }
th { color: var(--soft); font-weight: 500; text-align: left; }
th, td { padding: .375rem 1rem .375rem 0; border-top: 1px solid var(--line); vertical-align: top; }
thead th { border-top: 0; }
td:last-child { padding-right: 0; }
.parameters td:first-child, .options td:first-child { width: 30%; }
.options td:last-child { width: 28%; }
.options tr:target { background: var(--tint); }
.errors td:first-child { width: 4rem; }
.errors td:nth-child(2) { width: 38%; }
details { margin: .5rem 0; font-size: .875rem; }
nav details { margin: 0; font-size: inherit; }
summary { color: var(--soft); cursor: pointer; }
summary code { color: var(--ink); }
.fields { margin: .25rem 0; padding-left: 1.25rem; border-left: 1px solid var(--line); font-size: .875rem; list-style: none; }
.fields .fields { font-size: inherit; }
.fields li { padding: .0625rem 0; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .125rem 1rem; margin: .5rem 0; font-size: .875rem; }
dd { margin: 0; }

.example { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: .75rem; margin-top: 1rem; }
.example.event-example { grid-template-columns: minmax(0, 1fr); max-width: 46rem; }
.request, .response { min-width: 0; background: var(--tint); border: 1px solid var(--line); border-radius: .5rem; }
.tabs { display: flex; gap: 1rem; padding: .375rem .875rem; border-bottom: 1px solid var(--line); color: var(--soft); font-size: .75rem; }
.tabs:last-child { border: 0; }
.tabs label { cursor: pointer; }
pre { max-height: 24rem; margin: 0; padding: .75rem .875rem; overflow: auto; font-size: .8125rem; }
pre code { font-size: 1em; overflow-wrap: normal; }
body:has(#in-curl:checked) .request pre:not(.curl), body:has(#in-javascript:checked) .request pre:not(.javascript), body:has(#in-python:checked) .request pre:not(.python) { display: none; }
body:has(#in-curl:checked) [for=in-curl], body:has(#in-javascript:checked) [for=in-javascript], body:has(#in-python:checked) [for=in-python] { color: var(--ink); font-weight: 600; }

@media (max-width: 72rem) { .example { grid-template-columns: minmax(0, 1fr); } header .languages { display: none; } }
@media (max-width: 56rem) {
  html { scroll-padding-top: 6.5rem; }
  body { display: block; }
  header { flex-wrap: wrap; justify-content: space-between; padding: .5rem 1rem; }
  form { order: 3; flex-basis: 100%; }
  .open, .close { display: block; color: var(--mark); }
  nav { display: none; position: fixed; inset: 0; z-index: 3; height: auto; border: 0; font-size: .9375rem; }
  nav:target { display: block; }
  nav summary, nav li a { padding: .375rem 0; }
  .close { position: sticky; top: 0; margin: -.75rem -1.25rem .5rem; padding: .75rem 1.25rem; background: var(--tint); text-align: right; }
  table, tbody, tr, td { display: block; }
  thead { display: none; }
  tr { padding: .375rem 0; border-top: 1px solid var(--line); }
  td, .parameters td:first-child, .options td:first-child, .options td:last-child, .errors td:first-child, .errors td:nth-child(2) { display: block; width: auto; padding: .0625rem 0; border: 0; }
  dl { grid-template-columns: minmax(0, 1fr); }
  dd { margin-bottom: .375rem; }
}
@media print { header, nav { display: none; } body { display: block; } }
`
