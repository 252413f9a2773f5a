import type { Lookup } from '../template'
import type { InlineConstruct } from './inline-construct'
import { BEFORE_NAME } from './mentions'
import { addNode, expandToText } from './node-tokens'

/** `#**channel>topic**`, and `#**channel>topic@123**` for a message in it. The topic of the general chat has no name. */
export const topicLinks: InlineConstruct = (text, { nodes, parseInside }) => {
  if (!text.includes('#**')) return text
  return text.replace(TOPIC_LINK, (source: string, channelText: string, topicText: string) => {
    if (`${channelText}${topicText}`.includes('\n')) return source
    const lookup = topicLookup(expandToText(channelText, nodes), expandToText(topicText, nodes))
    return addNode(nodes, { lookup, fallback: parseInside(source) })
  })
}

const TOPIC_LINK = new RegExp(`${BEFORE_NAME}#\\*\\*([^*>]+)>([^*]*)\\*\\*`, 'g')

function topicLookup(channel: string, topicText: string): Lookup {
  const [, topic, digits] = /^(.*)@(\d{1,15})$/s.exec(topicText) ?? []
  if (topic === undefined) return { kind: 'topic', channel, topic: topicText }
  return { kind: 'topic', channel, topic, message_id: Number(digits) }
}

/** `#**channel**`. */
export const channelLinks: InlineConstruct = (text, { nodes, parseInside }) => {
  if (!text.includes('#**')) return text
  return text.replace(CHANNEL_LINK, (source: string, nameText: string) => {
    if (nameText.includes('\n')) return source
    const lookup: Lookup = { kind: 'channel', name: expandToText(nameText, nodes) }
    return addNode(nodes, { lookup, fallback: parseInside(source) })
  })
}

const CHANNEL_LINK = new RegExp(`${BEFORE_NAME}#\\*\\*([^*]+)\\*\\*`, 'g')
