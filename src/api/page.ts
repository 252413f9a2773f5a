import { createHash } from 'node:crypto'
import { html, type Html } from './html'

/**
 * The few pages that people see who have no client yet. They load nothing and run nothing: a browser may use their own
 * style, which it knows by its hash, and send their forms back here.
 */
export function page(title: string, body: Html, status = 200): Response {
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${{ markup: STYLE }}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
  return new Response(markup, { status, headers: HEADERS })
}

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 30rem; margin: 10vh auto; padding: 0 1rem; overflow-wrap: anywhere; }
label, input, button { display: block; font: inherit; }
label { margin-top: 1rem; }
input { box-sizing: border-box; width: 100%; padding: .5rem; }
button { margin-top: 1.5rem; padding: .5rem 1.5rem; }
[role=alert] { padding: .5rem .75rem; border-left: .25rem solid #c0392b; }
`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
}
