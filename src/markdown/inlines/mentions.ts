import { type Element, type Node, inline } from '../html/tree'
import type { Reference } from '../template'
import type { Rung, Scope } from './inline-construct'
import { hold, plain } from './node-tokens'

/**
 * What may stand before a mention or a link to a channel: so that `me@**x**` is none. The start of the text may, too.
 * No name goes over the end of a line: what looks as if is left for weaker constructs to pair.
 */
export const BEFORE_REFERENCE = '(?<![^\\s\'"({\\[/<])'

/** `@**Name**`, `@**Name|7**`, `@**|7**`; with `@_` the person is named but not notified. */
export const userMentions: Rung = (text, at) => {
  if (!text.includes('@')) return text
  return text.replace(USER_MENTION, (source: string, underscore: string, words: string) => {
    if (words.includes('\n')) return source
    const name = plain(words, at.held)
    const silent = underscore === '_' || at.scope.quoted
    return hold(at.held, wildcard(name, silent, at.scope) ?? userHole(name, silent, at.weaker(source)))
  })
}

const USER_MENTION = new RegExp(`${BEFORE_REFERENCE}@(_?)\\*\\*([^*]+)\\*\\*`, 'g')

/** `@*group*`, and `@_*group*` silently. */
export const groupMentions: Rung = (text, { scope, held, weaker }) => {
  if (!text.includes('@')) return text
  return text.replace(GROUP_MENTION, (source: string, underscore: string, name: string) => {
    if (name.includes('\n')) return source
    const silent = underscore === '_' || scope.quoted
    return hold(held, { reference: { kind: 'group', name: plain(name, held), silent }, fallback: weaker(source) })
  })
}

const GROUP_MENTION = new RegExp(`${BEFORE_REFERENCE}@(_?)\\*([^*]+)\\*`, 'g')

/** Everybody in the channel, or in the topic. Whether the sender may call them is for the realm to decide. */
function wildcard(name: string, silent: boolean, { marks }: Scope): Element | undefined {
  const text = silent ? name : `@${name}`
  if (CHANNEL_WILDCARDS.has(name)) {
    marks.mentions_channel_wildcard ||= !silent
    return inline('span', { class: mentionClass('user-mention', silent), 'data-user-id': '*' }, [text])
  }
  if (name === 'topic') {
    marks.mentions_topic_wildcard ||= !silent
    return inline('span', { class: mentionClass('topic-mention', silent) }, [text])
  }
  return undefined
}

const CHANNEL_WILDCARDS = new Set(['all', 'everyone', 'stream', 'channel'])

const mentionClass = (name: string, silent: boolean) => (silent ? `${name} silent` : name)

function userHole(words: string, silent: boolean, fallback: Node[]): Node {
  return { reference: userReference(words, silent), fallback }
}

function userReference(words: string, silent: boolean): Reference {
  const [, name, digits] = /^(.+)?\|(\d{1,15})$/.exec(words) ?? []
  if (digits === undefined) return { kind: 'user', name: words, silent }
  const id = Number(digits)
  return name === undefined ? { kind: 'user', id, silent } : { kind: 'user', name, id, silent }
}
