import { createHash } from 'node:crypto'
import { html, type Html } from '../html'
import { groupAnchor, wingAnchor } from './anchors'
import { entriesOf, search, type Entry } from './entries'
import { languageChoice } from './example-block'
import type { RecordedExamples } from './examples'
import { introduction } from './introduction'
import type { Build, Reference } from './reference'
import { SCRIPT } from './script'
import { STYLE } from './style'

/** Returns a function from a search to its page. The empty search gives all entries. The page loads nothing. */
export function referencePage(
  reference: Reference,
  recorded: RecordedExamples,
  build: Build,
): (query: string) => string {
  const entries = entriesOf(reference, recorded)
  const about = introduction(reference, build)
  return (query) => page(query, about, search(entries, query)).markup
}

const page = (query: string, about: Html, entries: readonly Entry[]): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parley: the API</title>
<style>${{ markup: STYLE }}</style>
</head>
<body data-query="${query}">
<header id="top">
<a class="title" href="/api">Parley API</a>
<form role="search" action="/api"><input type="search" name="q" value="${query}" maxlength="${MAX_QUERY_LENGTH}" placeholder="Search endpoints and events (press /)" aria-label="Search endpoints and events" autocomplete="off"><button>Search</button></form>
${languageChoice()}
<a class="open" href="#contents">Contents</a>
</header>
<nav id="contents" aria-label="Contents">
<a class="close" href="#top">Close</a>
${query === '' ? html`<p><a href="#introduction">Introduction</a></p>` : undefined}
${byWing(entries, contentsOfWing)}
</nav>
<main>
${query === '' ? html`<section id="introduction">${about}</section>` : html`<p>Search for “${query}”. <a href="/api">Show everything</a></p>`}
<p class="nothing"${entries.length > 0 ? html` hidden` : undefined}>No endpoint and no event contains these words.</p>
${byWing(entries, chapterOfWing)}
</main>
<script>${{ markup: SCRIPT }}</script>
</body>
</html>
`

export const MAX_QUERY_LENGTH = 200

/** The security policy allows only the page's own style and script, by their hashes. */
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    `default-src 'none'`,
    `style-src ${hashOf(STYLE)}`,
    `script-src ${hashOf(SCRIPT)}`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; '),
}

type Wing = [wing: string, groups: [title: string, entries: readonly Entry[]][]]

function byWing(entries: readonly Entry[], show: (wing: Wing) => Html): Html[] {
  const wings = Map.groupBy(entries, ({ group }) => group.wing)
  return [...wings].map(([wing, inWing]) => show([wing, [...Map.groupBy(inWing, ({ group }) => group.title)]]))
}

const contentsOfWing = ([wing, groups]: Wing): Html => html`
<section data-box>
<h2><a href="#${wingAnchor(wing)}">${wing}</a></h2>
${groups.map(
  ([title, entries]) =>
    html`<details data-box><summary>${title}</summary><ul>${entries.map(({ link }) => link)}</ul></details>`,
)}
</section>`

const chapterOfWing = ([wing, groups]: Wing): Html => html`
<section data-box id="${wingAnchor(wing)}">
<h2>${wing}</h2>
${groups.map(
  ([title, entries]) => html`
<section data-box id="${groupAnchor({ title })}">
<h3><a href="#${groupAnchor({ title })}">${title}</a></h3>
${entries.map(({ article }) => article)}
</section>`,
)}
</section>`
