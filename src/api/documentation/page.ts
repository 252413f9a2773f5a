import { createHash } from 'node:crypto'
import { errorsOf } from './errors'
import { parametersOf, type DescribedParameter } from './parameters'
import { DOCS_STYLE } from './style'
import { HOLE, methodOf, type AnyEndpoint, type Concepts, type Schemas } from '../endpoint'
import { html, type Html } from '../html'
import { jsonSchemaOf } from './json-schema'
import { API_ROOT } from '../routes'
import { fieldsWithin, typeInWords, type Field } from './type-in-words'

/** The catalogue as a page to read: one file, no scripts, nothing loaded from anywhere. */
export function docsPage(concepts: Concepts): { body: string; headers: Record<string, string> } {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parley: the API</title>
<style>${{ markup: DOCS_STYLE }}</style>
</head>
<body>
<nav aria-label="Endpoints">
<a class="title" href="#top">Parley</a>
${[...concepts].map(([name, endpoints]) => contents(name, endpoints))}
</nav>
<main id="top">
${INTRODUCTION}
${[...concepts].map(([name, endpoints]) => chapter(name, endpoints))}
</main>
</body>
</html>
`
  return { body: page.markup, headers: HEADERS }
}

// The page's own style, known by its hash, is all that a browser may use on it.
const STYLE_HASH = createHash('sha256').update(DOCS_STYLE).digest('base64')
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
}

const anchorOf = (endpoint: AnyEndpoint) =>
  [methodOf(endpoint).toLowerCase(), ...endpoint.route.split(/\W+/).slice(1)].filter((word) => word !== '').join('-')

const titleOf = (concept: string) => concept.charAt(0).toUpperCase() + concept.slice(1).replaceAll('-', ' ')

const contents = (concept: string, endpoints: readonly AnyEndpoint[]): Html => html`
<h2><a href="#${concept}">${titleOf(concept)}</a></h2>
<ul>${endpoints.map(
  (endpoint) => html`<li><a href="#${anchorOf(endpoint)}">${methodTag(endpoint)} ${shownPath(endpoint)}</a></li>`,
)}</ul>`

const methodTag = (endpoint: AnyEndpoint): Html =>
  html`<b class="${methodOf(endpoint).toLowerCase()}">${methodOf(endpoint)}</b>`

// A long path may break before a slash and nowhere else.
const shownPath = (endpoint: AnyEndpoint): Html =>
  html`<code>${endpoint.route
    .slice(endpoint.route.indexOf(' ') + 1)
    .replaceAll(HOLE, '{$1}')
    .split(/(?=\/)/)
    .map((segment) => html`<wbr>${segment}`)}</code>`

const INTRODUCTION = html`
<h1>The API</h1>
<p>Every path below begins with <code>${API_ROOT}</code> at the address of your organization, but for those that say
<code>site:</code>, which begin there. For tools, the same is told as
an <a href="${API_ROOT}/openapi.json">OpenAPI document</a>.</p>
<h2>Asking</h2>
<p>Fields are sent as a form (<code>POST</code>, <code>PATCH</code>, <code>PUT</code>), in the query (<code>GET</code>), or
either way (<code>DELETE</code>). Text is sent as it is. A field of any other kind is sent as JSON text: <code>true</code>,
<code>5</code>, <code>[1,2]</code>, <code>{"a":1}</code>. Every endpoint takes <code>client</code> too, the name of the program
that asks.</p>
<p>Log in with HTTP Basic: the account's address as the user name, one of its API keys as the password.</p>
<h2>Answers</h2>
<p>An answer is a JSON object. <code>result</code> is <code>"success"</code> or <code>"error"</code>; an error tells people
what went wrong in <code>msg</code> and programs in <code>code</code>. A field that an endpoint does not know never fails: it is
named in <code>ignored_parameters_unsupported</code>. Answers gain fields as the server grows, so pass over those you do not
know.</p>
<p>Whoever asks too often is told <code>429</code> <code>RATE_LIMIT_HIT</code> and how many seconds to wait, in
<code>Retry-After</code>. The headers <code>X-RateLimit-Limit</code>, <code>X-RateLimit-Remaining</code> and
<code>X-RateLimit-Reset</code> tell how much is left before that.</p>`

const chapter = (concept: string, endpoints: readonly AnyEndpoint[]): Html => html`
<section id="${concept}">
<h2>${titleOf(concept)}</h2>
${endpoints.map(article)}
</section>`

function article(endpoint: AnyEndpoint): Html {
  return html`
<article id="${anchorOf(endpoint)}">
<h3>${methodTag(endpoint)} <a href="#${anchorOf(endpoint)}">${shownPath(endpoint)}</a>${
    endpoint.deprecated ? html` <span class="deprecated">deprecated</span>` : undefined
  }</h3>
<p>${endpoint.summary} ${endpoint.note ?? ''} <span class="caller">For ${endpoint.caller.describes}.</span></p>
${parameterTable(parametersOf(endpoint))}
${answerList(endpoint)}
${errorTable(endpoint)}
</article>`
}

function parameterTable(parameters: readonly DescribedParameter[]): Html | undefined {
  if (parameters.length === 0) return undefined
  return html`<table>
<thead><tr><th>Parameter<th>Type<th>Default</tr></thead>
<tbody>${parameters.map(
    ({ name, place, aliases, isRequired, schema }) => html`
<tr><td><code>${name}</code>${PLACES[place]}${aliases.map(
      (alias) => html`<br><small>or <code>${alias}</code>, its older name</small>`,
    )}<td>${typeInWords(schema)}${fieldList(fieldsWithin(schema))}<td>${isRequired ? html`<em>required</em>` : defaultOf(schema.default)}</tr>`,
  )}</tbody>
</table>`
}

const PLACES: Partial<Record<DescribedParameter['place'], Html>> = {
  path: html` <small>in the path</small>`,
  header: html` <small>in a header</small>`,
}

const defaultOf = (value: unknown): Html | undefined =>
  value === undefined || value === null ? undefined : html`<code>${JSON.stringify(value)}</code>`

function answerList(endpoint: AnyEndpoint): Html {
  const fields = fieldsOf(endpoint.returns)
  if (fields.length === 0) return html`<p class="answer">Answers nothing but its success.</p>`
  return html`<details><summary>Answer: ${fields.map(
    ({ name }, at) => html`${at > 0 ? ', ' : ''}<code>${name}</code>`,
  )}</summary>${fieldList(fields)}</details>`
}

const fieldsOf = (returns: Schemas): Field[] =>
  Object.entries(returns).map(([name, schema]) => ({
    name,
    schema: jsonSchemaOf(schema),
    isRequired: schema.type !== 'optional',
  }))

function fieldList(fields: readonly Field[]): Html | undefined {
  if (fields.length === 0) return undefined
  return html`<ul class="fields">${fields.map(
    ({ name, schema, isRequired }) =>
      html`<li><code>${name}</code>${isRequired ? undefined : '?'} <span>${typeInWords(schema)}</span>${fieldList(fieldsWithin(schema))}</li>`,
  )}</ul>`
}

function errorTable(endpoint: AnyEndpoint): Html {
  const errors = errorsOf(endpoint)
  return html`<details><summary>Errors: ${errors.length}</summary>
<table>
<tbody>${errors.map(
    ({ status, code, msg, fields }) => html`
<tr><td>${status}<td><code>${code}</code><td>${msg}${fields.length > 0 ? html`<br><small>with ${fields.join(', ')}</small>` : undefined}</tr>`,
  )}</tbody>
</table></details>`
}
