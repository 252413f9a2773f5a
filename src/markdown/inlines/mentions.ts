import type { MessageContext } from '../html/message-context'
import { type Element, type Node, inlineElement } from '../html/tree'
import type { Lookup } from '../template'
import type { InlineConstruct } from './inline-construct'
import { addNode, expandToText } from './node-tokens'

/**
 * Matches before a mention or a channel link: the start of the text, a space or an opening character. So `me@**x**` is no
 * mention. A name must be on one line; otherwise its asterisks are left for emphasis.
 */
export const BEFORE_NAME = '(?<![^\\s\'"({\\[/<])'

/** `@**Name**`, `@**Name|7**`, `@**|7**`. With `@_` the mention is silent: it notifies no user. */
export const userMentions: InlineConstruct = (text, { message, nodes, parseInside }) => {
  if (!text.includes('@')) return text
  return text.replace(USER_MENTION, (source: string, underscore: string, nameText: string) => {
    if (nameText.includes('\n')) return source
    const name = expandToText(nameText, nodes)
    const silent = underscore === '_' || message.isQuoted
    // Code in the name is text of a name, and never a word for all users.
    const wildcard = name === nameText ? wildcardMention(name, silent, message) : undefined
    const mention = wildcard ?? userPlaceholder(name, silent, parseInside(source))
    return addNode(nodes, mention)
  })
}

const USER_MENTION = new RegExp(`${BEFORE_NAME}@(_?)\\*\\*([^*]+)\\*\\*`, 'g')

/** `@*group*`, and `@_*group*` for a silent mention. */
export const groupMentions: InlineConstruct = (text, { message, nodes, parseInside }) => {
  if (!text.includes('@')) return text
  return text.replace(GROUP_MENTION, (source: string, underscore: string, nameText: string) => {
    if (nameText.includes('\n')) return source
    const isSilent = underscore === '_' || message.isQuoted
    const lookup: Lookup = { kind: 'group', name: expandToText(nameText, nodes), silent: isSilent }
    return addNode(nodes, { lookup, fallback: parseInside(source) })
  })
}

const GROUP_MENTION = new RegExp(`${BEFORE_NAME}@(_?)\\*([^*]+)\\*`, 'g')

/** Returns a mention of all users of the channel or topic. The realm decides whether the sender may use it. */
function wildcardMention(name: string, silent: boolean, { references }: MessageContext): Element | undefined {
  const text = silent ? name : `@${name}`
  if (CHANNEL_WILDCARDS.has(name)) {
    references.mentions_channel_wildcard ||= !silent
    return inlineElement('span', { class: mentionClass('user-mention', silent), 'data-user-id': '*' }, [text])
  }
  if (name === 'topic') {
    references.mentions_topic_wildcard ||= !silent
    return inlineElement('span', { class: mentionClass('topic-mention', silent) }, [text])
  }
  return undefined
}

const CHANNEL_WILDCARDS = new Set(['all', 'everyone', 'stream', 'channel'])

const mentionClass = (name: string, silent: boolean) => (silent ? `${name} silent` : name)

function userPlaceholder(nameText: string, silent: boolean, fallback: Node[]): Node {
  return { lookup: userLookup(nameText, silent), fallback }
}

function userLookup(nameText: string, silent: boolean): Lookup {
  const [, name, digits] = /^(.+)?\|(\d{1,15})$/.exec(nameText) ?? []
  if (digits === undefined) return { kind: 'user', name: nameText, silent }
  const id = Number(digits)
  return name === undefined ? { kind: 'user', id, silent } : { kind: 'user', name, id, silent }
}
