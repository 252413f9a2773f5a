import { methodOf, type AnyEndpoint } from '../endpoint'
import { nameOfKind, type AnyEventKind } from '../../events/event'
import { html, type Html } from '../html'
import { endpointAnchor, eventAnchor } from './anchors'
import { endpointArticle, methodTag, pathMarkup } from './endpoint-article'
import { eventArticle, eventMarkup } from './event-article'
import type { RecordedExamples } from './examples'
import { parametersOf } from './parameters'
import type { Group, Reference } from './reference'

/** An endpoint or event on the page: its link in the contents, its article, and its words for the search. */
export type Entry = { group: Group; words: string; link: Html; article: Html }

/** Returns all entries. They are rendered once, and a search only selects from them. */
export function entriesOf(reference: Reference, recorded: RecordedExamples): Entry[] {
  return reference.groups.flatMap((group) => [
    ...group.endpoints.map((endpoint) => endpointEntry(group, endpoint, recorded)),
    ...group.events.map((kind) => eventEntry(group, kind, reference, recorded)),
  ])
}

function endpointEntry(group: Group, endpoint: AnyEndpoint, recorded: RecordedExamples): Entry {
  const names = parametersOf(endpoint).map(({ name }) => name)
  const path = endpoint.route.slice(endpoint.route.indexOf('/')).replaceAll(/:(\w+)\+?/g, '{$1}')
  return entry(group, endpointAnchor(endpoint), {
    words: [methodOf(endpoint), path, endpoint.summary, group.title, ...names],
    title: html`${methodTag(endpoint)} ${pathMarkup(endpoint)}`,
    article: endpointArticle(endpoint, recorded),
  })
}

function eventEntry(group: Group, kind: AnyEventKind, reference: Reference, recorded: RecordedExamples): Entry {
  return entry(group, eventAnchor(kind), {
    words: ['event', nameOfKind(kind), kind.summary, group.title, ...Object.keys(kind.fields)],
    title: html`<b class="event">EVENT</b> ${eventMarkup(kind)}`,
    article: eventArticle(kind, reference, recorded),
  })
}

function entry(group: Group, anchor: string, parts: { words: string[]; title: Html; article: Html }): Entry {
  const words = parts.words.join(' ').toLowerCase()
  return {
    group,
    words,
    link: html`<li><a href="#${anchor}">${parts.title}</a></li>`,
    article: html`<article id="${anchor}" data-words="${words}">${parts.article}</article>`,
  }
}

/** Returns the entries that contain each word of the query. */
export function search(entries: readonly Entry[], query: string): Entry[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return entries.filter((entry) => words.every((word) => entry.words.includes(word)))
}
