import type * as v from 'valibot'
import { PATH_PARAM, methodOf, type AnyEndpoint } from '../endpoint'
import { html, type Html } from '../html'
import { endpointAnchor } from './anchors'
import { errorsOf } from './errors'
import { exampleBlock } from './example-block'
import type { RecordedExamples } from './examples'
import { fieldList, namesOf } from './field-list'
import { fieldsOf, fieldsWithin } from './fields'
import { jsonSchemaOf } from './json-schema'
import { parametersOf, type DescribedParameter } from './parameters'
import { typeInWords } from './type-in-words'

/** Returns the article about an endpoint: its summary, callers, parameters, answer, errors and an example. */
export function endpointArticle(endpoint: AnyEndpoint, { examples, vendor }: RecordedExamples): Html {
  const anchor = endpointAnchor(endpoint)
  const example = examples.endpoints[endpoint.route]
  return html`
<h4>${methodTag(endpoint)} <a href="#${anchor}">${pathMarkup(endpoint)}</a>${
    endpoint.deprecated ? html` <span class="badge deprecated">deprecated</span>` : undefined
  }</h4>
<p>${endpoint.summary} ${endpoint.note ?? ''} <span class="caller">For ${endpoint.caller.describes}.</span></p>
${parameterTable(parametersOf(endpoint))}
${answerList(endpoint)}
${errorTable(endpoint)}
${example && exampleBlock(endpoint, example, vendor)}`
}

export const methodTag = (endpoint: AnyEndpoint): Html =>
  html`<b class="${methodOf(endpoint).toLowerCase()}">${methodOf(endpoint)}</b>`

/** Returns the path of an endpoint. A long path breaks only before a slash. */
export const pathMarkup = (endpoint: AnyEndpoint): Html =>
  html`<code>${endpoint.route
    .slice(endpoint.route.indexOf(' ') + 1)
    .replaceAll(PATH_PARAM, '{$1}')
    .split(/(?=\/)/)
    .map((segment) => html`<wbr>${segment}`)}</code>`

function parameterTable(parameters: readonly DescribedParameter[]): Html | undefined {
  if (parameters.length === 0) return undefined
  return html`<table class="parameters">
<thead><tr><th>Parameter<th>Type<th>Default</tr></thead>
<tbody>${parameters.map(
    ({ name, place, aliases, isRequired, schema }) => html`
<tr><td><code>${name}</code>${PLACES[place]}${aliases.map(
      (alias) => html`<br><small>older name: <code>${alias}</code></small>`,
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
  const { socket } = endpoint
  if (socket) return html`${messageList('You send', socket.sends)}${messageList('You receive', socket.receives)}`
  const fields = fieldsOf(endpoint.returns)
  if (fields.length === 0) return html`<p class="answer">The answer has no fields of its own.</p>`
  return html`<details><summary>Answer: ${namesOf(fields)}</summary>${fieldList(fields)}</details>`
}

/** The messages of a WebSocket: each of them has some of these fields. */
function messageList(title: string, message: v.GenericSchema): Html {
  const { anyOf = [] } = jsonSchemaOf(message)
  return html`<details><summary>${title}</summary>
<ul class="fields">${anyOf.map((each) => html`<li>${typeInWords(each)}${fieldList(fieldsWithin(each))}</li>`)}</ul></details>`
}

function errorTable(endpoint: AnyEndpoint): Html {
  const errors = errorsOf(endpoint)
  return html`<details><summary>Errors: ${errors.length}</summary>
<table class="errors">
<tbody>${errors.map(
    ({ status, code, msg, fields }) => html`
<tr><td>${status}<td><code>${code}</code><td>${msg}${fields.length > 0 ? html`<br><small>with ${fields.join(', ')}</small>` : undefined}</tr>`,
  )}</tbody>
</table></details>`
}
