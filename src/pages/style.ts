/**
 * The one style sheet of all pages. Its colours, fonts and sizes are those of the web client (web/look/tokens.css): space and
 * hairlines instead of boxes, and the accent for links, the focus and the one primary button.
 */
export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: light-dark(oklch(0.995 0.002 95), oklch(0.198 0.008 262));
  --raised: light-dark(oklch(1 0 0), oklch(0.24 0.01 262));
  --sunk: light-dark(oklch(0.972 0.004 95), oklch(0.17 0.008 262));
  --hover: light-dark(oklch(0.945 0.005 95), oklch(0.235 0.01 262));
  --rule: light-dark(oklch(0.905 0.005 95), oklch(0.295 0.01 262));
  --edge: light-dark(oklch(0.64 0.01 262), oklch(0.53 0.012 262));
  --ink: light-dark(oklch(0.235 0.012 262), oklch(0.915 0.005 95));
  --ink-2: light-dark(oklch(0.42 0.012 262), oklch(0.755 0.008 262));
  --accent: light-dark(oklch(0.49 0.17 262), oklch(0.76 0.115 262));
  --on-accent: light-dark(oklch(0.995 0 0), oklch(0.17 0.03 262));
  --bad: light-dark(oklch(0.5 0.18 25), oklch(0.74 0.14 24));
}
@media (prefers-contrast: more) {
  :root {
    --rule: light-dark(oklch(0.55 0 0), oklch(0.62 0 0));
    --edge: light-dark(oklch(0.35 0 0), oklch(0.85 0 0));
    --ink: light-dark(oklch(0.1 0 0), oklch(0.995 0 0));
    --ink-2: light-dark(oklch(0.24 0 0), oklch(0.93 0 0));
    --accent: light-dark(oklch(0.38 0.18 262), oklch(0.86 0.085 262));
    --bad: light-dark(oklch(0.4 0.16 25), oklch(0.83 0.1 22));
  }
}
* { box-sizing: border-box; margin: 0; }
body {
  min-block-size: 100vh; padding: clamp(24px, 12vh, 128px) 24px 48px; color: var(--ink); background: var(--paper);
  font: 15px/22px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
  overflow-wrap: anywhere; font-variant-numeric: tabular-nums;
}
header, main { max-inline-size: 22rem; margin-inline: auto; }
header { display: flex; align-items: center; gap: 12px; margin-block-end: 24px; font-weight: 600; }
header :is(img, .mark) { flex: none; inline-size: 40px; block-size: 40px; border-radius: 10px; }
header .mark { display: grid; place-items: center; color: var(--paper); background: var(--ink); }
main { display: grid; gap: 16px; }
h1 { font-size: 22px; line-height: 28px; font-weight: 600; }
h2 { font-size: 15px; line-height: 22px; font-weight: 600; }
form { display: grid; gap: 16px; }
label { display: grid; gap: 4px; font-weight: 600; }
label small, form small { font-size: 13px; line-height: 18px; font-weight: 400; color: var(--ink-2); }
label.option { grid-template-columns: auto 1fr; gap: 8px; font-weight: 400; align-items: baseline; }
input, button, .button { font: inherit; border-radius: 6px; padding: 8px 12px; min-block-size: 40px; }
input { inline-size: 100%; color: inherit; background: var(--raised); border: 1px solid var(--edge); font-weight: 400; }
.option input { inline-size: auto; min-block-size: 0; accent-color: var(--accent); }
input[inputmode=numeric] { letter-spacing: 0.25em; }
button, .button {
  display: block; inline-size: 100%; border: 1px solid var(--accent); color: var(--on-accent); background: var(--accent);
  font-weight: 600; text-align: center; text-decoration: none; cursor: pointer;
}
button.second, .button.second { color: var(--ink); background: var(--raised); border-color: var(--edge); font-weight: 400; }
button.second:hover, .button.second:hover { background: var(--hover); }
.choices { display: grid; gap: 8px; }
.icon { inline-size: 18px; block-size: 18px; vertical-align: -4px; margin-inline-end: 8px; }
.aside { padding-block-start: 16px; border-block-start: 1px solid var(--rule); color: var(--ink-2); }
.aside p + p { margin-block-start: 4px; }
a { color: var(--accent); text-decoration: none; }
a:hover, :is(.content, main > p) a { text-decoration: underline; text-underline-offset: 3px; }
code { font: 14px/20px ui-monospace, "SF Mono", "Cascadia Mono", "Liberation Mono", monospace; }
ul.items { display: grid; padding: 0; list-style: none; border-block-start: 1px solid var(--rule); }
.items li { display: grid; gap: 4px; padding-block: 12px; border-block-end: 1px solid var(--rule); }
.items small { font-size: 13px; line-height: 18px; color: var(--ink-2); }
.changes { display: grid; gap: 8px; padding-block-start: 8px; }
.changes:has(> :nth-child(3)) { grid-template-columns: 1fr 1fr; }
.changes > a.button { display: grid; place-content: center; }
summary { cursor: pointer; text-decoration: underline; text-underline-offset: 3px; }
details form { padding-block-start: 8px; }
section { display: grid; gap: 16px; }
ul.codes { display: grid; grid-template-columns: repeat(auto-fit, minmax(10.5rem, 1fr)); gap: 4px 16px; padding: 0; list-style: none; }
ul.codes li { font: 14px/22px ui-monospace, "SF Mono", "Cascadia Mono", "Liberation Mono", monospace; white-space: nowrap; }
.qr { inline-size: 14rem; max-inline-size: 100%; border-radius: 6px; }
.strength { display: grid; grid-template-columns: 6rem 1fr; gap: 12px; align-items: center; margin-block-start: -8px; }
meter { inline-size: 100%; block-size: 12px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
@media (forced-colors: active) { header .mark { border: 1px solid CanvasText; } }
[role=alert] { padding-inline-start: 12px; color: var(--bad); border-inline-start: 3px solid var(--bad); }
[hidden] { display: none; }
`

/** More styles, for pages with messages. */
export const READING_STYLE = `
.reading { padding-block-start: 24px; }
.reading header, .reading main { max-inline-size: 44rem; }
.reading main { grid-template-columns: minmax(0, 1fr); }
iframe { inline-size: 100%; block-size: 26rem; border: 1px solid var(--rule); border-radius: 6px; resize: vertical; }
article { padding-block-start: 12px; border-block-start: 1px solid var(--rule); }
time { font-size: 13px; line-height: 18px; font-weight: 400; color: var(--ink-2); }
.content > * + * { margin-block-start: 6px; }
.content :is(ul, ol) { padding-inline-start: 22px; }
.content :is(h1, h2, h3, h4, h5, h6) { font-size: 16px; }
.content img { max-inline-size: min(360px, 100%); max-block-size: 240px; block-size: auto; border-radius: 6px; }
.content img.emoji { inline-size: 1.3em; block-size: 1.3em; vertical-align: -0.25em; border-radius: 0; }
.content :is(img[src^="/thumbnail"], img[src^="http"], video, audio, .katex-html) { display: none; }
.content blockquote { padding-inline-start: 12px; border-inline-start: 2px solid var(--rule); color: var(--ink-2); }
.content :is(pre, table) { display: block; overflow-x: auto; }
.content pre { padding: 8px 12px; background: var(--sunk); border-radius: 6px; font: 14px/20px ui-monospace, monospace; }
.content :is(th, td) { border: 1px solid var(--rule); padding: 3px 10px; text-align: start; }
details { padding: 6px 12px; border: 1px solid var(--rule); border-radius: 6px; }
summary { min-block-size: 24px; cursor: pointer; }
summary > p { display: inline; }
details[open] > summary { margin-block-end: 6px; }
`
