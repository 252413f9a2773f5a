import { createHash } from 'node:crypto'
import { html, type Html } from '../api/html'
import type { PageContext } from './context'
import { directionOf, type Language } from './words/catalogue'
import { READING_STYLE, STYLE } from './style'

type PageParts = {
  title: string
  body: Html
  status?: number
  /** The script of the page, for what no form can do. It can only call the realm's host, or what `connects` says. */
  script?: string
  /** The files of the web client's build that the page runs: of `web/pages/`. */
  script_files?: readonly ScriptFile[]
  /** The sources to which the script may connect, instead of the realm's host: for example `https:`. */
  connects?: string
  /** Schemes or origins, besides the realm's own, to which a form of the page may lead: for example `zulip:`. */
  form_targets?: readonly string[]
  /** `reading`: wide, for messages. */
  layout?: 'form' | 'reading'
  /** The style sheets of documents that the page shows in frames: they have its policy. */
  frame_styles?: readonly string[]
  /** Whether search engines may list the page. */
  isIndexed?: boolean
  /** The language of the title and the body, if it is not that of the page. */
  text_language?: Language
}

/** The scripts of pages in files. Each is one file without imports. */
type ScriptFile = '/pages/organizations.js' | '/pages/passkeys.js' | '/pages/password.js'

/**
 * Returns a page of the realm's host, such as a form to sign up. It loads nothing of another host. Its security policy allows
 * only the style sheet of its layout and its own scripts, by their hashes or addresses, and forms that this server receives.
 */
export function page({ language, letterhead, origin }: PageContext, parts: PageParts): Response {
  const {
    title,
    body,
    status = 200,
    script,
    script_files = [],
    layout = 'form',
    isIndexed = false,
    text_language = language,
  } = parts
  const { realm_name, icon } = letterhead
  const { markup } = html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${isIndexed ? undefined : html`<meta name="robots" content="noindex">`}
<link rel="icon" href="/favicon.svg">
<title>${title}</title>
<style>${{ markup: STYLES[layout] }}</style>
${script_files.map(
  (file) => html`<script type="module" src="${file}"></script>
`,
)}</head>
<body class="${layout}">
<header>${icon === undefined ? html`<span class="mark" aria-hidden="true">${initialOf(realm_name)}</span>` : html`<img src="${icon}" alt="">`}${realm_name}</header>
<main>
<h1 lang="${text_language}" dir="${directionOf(text_language)}">${title}</h1>
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
  const robots: Record<string, string> = isIndexed ? {} : { 'x-robots-tag': 'noindex' }
  const headers = { ...HEADERS, ...robots, 'content-security-policy': policyOf(parts, origin) }
  return new Response(markup, { status, headers })
}

/** The sign of an organization without an icon. A character may have several code units. */
const initialOf = (realm_name: string): string => realm_name.match(/\p{L}|\p{N}/u)?.[0].toUpperCase() ?? ''

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const STYLES = { form: STYLE, reading: STYLE + READING_STYLE }
const STYLE_HASHES = { form: hashOf(STYLES.form), reading: hashOf(STYLES.reading) }

function policyOf(
  { script, script_files = [], connects = "'self'", form_targets = [], frame_styles = [], layout = 'form' }: PageParts,
  origin: string,
): string {
  // The whole address of each file: with 'self', a page could run any file of this host.
  const sources = [...(script === undefined ? [] : [hashOf(script)]), ...script_files.map((file) => origin + file)]
  const scripts = sources.length === 0 ? [] : [`script-src ${sources.join(' ')}`, `connect-src ${connects}`]
  return [
    "default-src 'none'",
    ...scripts,
    ['style-src', STYLE_HASHES[layout], ...frame_styles.map(hashOf)].join(' '),
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
