import { createHash } from 'node:crypto'
import { html, type Html } from '../api/html'
import type { PageContext } from './context'
import { STYLE } from './style'

type PageParts = {
  title: string
  body: Html
  status?: number
  /** The script of the page, for what no form can do. It can only call the realm's host. */
  script?: string
  /** Schemes or origins, besides the realm's own, to which a form of the page may lead: for example `zulip:`. */
  form_targets?: readonly string[]
}

/**
 * Returns a page of the realm's host, such as a form to sign up. It loads nothing of another host. Its security policy allows
 * only the one style sheet and its own script, by their hashes, and forms that this server receives.
 */
export function page({ language, letterhead }: PageContext, parts: PageParts): Response {
  const { title, body, status = 200, script } = parts
  const { realm_name, icon } = letterhead
  const { markup } = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg">
<title>${title}</title>
<style>${{ markup: STYLE }}</style>
</head>
<body>
<header>${icon === undefined ? undefined : html`<img src="${icon}" alt="">`}${realm_name}</header>
<main>
<h1>${title}</h1>
${body}
</main>
${
  script === undefined
    ? undefined
    : html`<script>${{ markup: script }}</script>
`
}</body>
</html>
`
  return new Response(markup, { status, headers: { ...HEADERS, 'content-security-policy': policyOf(parts) } })
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const STYLE_HASH = hashOf(STYLE)

function policyOf({ script, form_targets = [] }: PageParts): string {
  const scripts = script === undefined ? [] : [`script-src ${hashOf(script)}`, "connect-src 'self'"]
  return [
    "default-src 'none'",
    ...scripts,
    `style-src ${STYLE_HASH}`,
    "img-src 'self'",
    "base-uri 'none'",
    ["form-action 'self'", ...form_targets].join(' '),
    "frame-ancestors 'none'",
  ].join('; ')
}

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  // With `no-referrer`, an older browser would send the form with `Origin: null`, and the server would refuse it.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  vary: 'Authorization, Cookie, Origin, Accept-Language',
}
