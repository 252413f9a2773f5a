import { html, type Html } from '../html'
import { API_ROOT, JSON_ROOT } from '../routes'
import { eventAnchor, optionAnchor } from './anchors'
import { optionsOf } from './event-facts'
import { eventMarkup } from './event-article'
import type { Build, Reference } from './reference'

/** Returns the introduction: the rules for all endpoints and all events. */
export const introduction = (reference: Reference, build: Build): Html => html`
<h1>The API</h1>
<p>Parley has the API of Zulip: clients, bots and integrations for Zulip work with it. Each path below is relative to
<code>${API_ROOT}</code> at the URL of your organization. A path with <code>site:</code> is relative to the URL itself.
Tools read the <a href="${API_ROOT}/openapi.json">OpenAPI document</a>, and programs in
TypeScript import <a href="/api/types.d.ts">one file of types</a>.</p>

<h2>Requests</h2>
<p>Send parameters as a form (<code>POST</code>, <code>PATCH</code>, <code>PUT</code>), in the query (<code>GET</code>), or
either way (<code>DELETE</code>). Text is sent as it is. A value of any other type is sent as JSON: <code>true</code>,
<code>5</code>, <code>[1,2]</code>, <code>{"a":1}</code>. Every endpoint accepts <code>client</code>, the name of the program
that sends the request.</p>
<p>Authenticate with HTTP Basic: the user name is the email address of the user, and the password is an API key of the
user.</p>

<h2>Browsers</h2>
<p>A page of the organization needs no API key. <code>POST ${JSON_ROOT}/login</code> starts a session and sets its cookie,
which scripts cannot read. With the cookie, each path is below <code>${JSON_ROOT}</code> instead of
<code>${API_ROOT}</code>, with the same parameters and answers. An API key does not count there, and the cookie does not count
below <code>${API_ROOT}</code>. Both count for files, pictures and avatars. A WebSocket and an event stream at
<code>${JSON_ROOT}/events</code> need no ticket. Without a valid session the answer is <code>401</code> with the code
<code>UNAUTHORIZED</code>. The server refuses requests from pages of other sites and of other organizations with
<code>403</code> and the code <code>CSRF_FAILED</code>.</p>

<h2>Answers</h2>
<p>An answer is a JSON object. <code>result</code> is <code>"success"</code> or <code>"error"</code>. An error has a
<code>msg</code> for people and a <code>code</code> for programs. The server ignores a parameter that an endpoint does not
have, and names it in <code>ignored_parameters_unsupported</code>. Later versions add fields to answers: ignore the fields
that you do not know.</p>
<p>A client that sends too many requests receives status <code>429</code> with the code <code>RATE_LIMIT_HIT</code>. The header
<code>Retry-After</code> has the number of seconds to wait. <code>X-RateLimit-Limit</code>, <code>X-RateLimit-Remaining</code>
and <code>X-RateLimit-Reset</code> say how many requests are left. Status <code>503</code> means that the server cannot reach what it stored,
or that the organization is being restored or cannot start: try again later.</p>

<h2>Events</h2>
<p>A client registers a queue with <a href="#post-register"><code>POST /register</code></a> and receives the current state.
Then it reads events from <a href="#get-events"><code>GET /events</code></a>, and applies each of them to that state. An event has a
<code>type</code>, an <code>id</code> that grows, often an <code>op</code>, and its own fields. Ignore events and fields that you do not know. An event
of type <code>heartbeat</code> has no other fields: the server sends it to a waiting client about once a minute.</p>
<p>The options of a registration decide which events the client receives, and in which form:</p>
<table class="options">
<thead><tr><th>Client option<th>Meaning<th>Events</tr></thead>
<tbody>${Object.entries(reference.clientOptions).map(
  ([name, { place, description }]) => html`
<tr id="${optionAnchor(name)}"><td><code>${name}</code> <small>${PLACES[place]}</small><td>${description}<td>${eventsOf(name, reference)}</tr>`,
)}</tbody>
</table>

<h2>This server</h2>
<p>It runs Parley ${build.version}${
  build.bundle_sha256 === ''
    ? ''
    : html`, built as <code>${build.bundle_sha256}</code>. That is
the SHA-256 of its Worker and its web client: the sources of the same version make the same build, and
<code>npm run bundle</code> prints its hash`
}.</p>`

const PLACES = {
  capability: html`in <code>client_capabilities</code>`,
  parameter: html`parameter`,
}

const eventsOf = (option: string, reference: Reference): Html[] =>
  reference.groups
    .flatMap(({ events }) => events)
    .filter((kind) => optionsOf(kind, reference).some(([name]) => name === option))
    .map((kind, index) => html`${index > 0 ? ', ' : ''}<a href="#${eventAnchor(kind)}">${eventMarkup(kind)}</a>`)
