import type { Reference } from '../template'
import type { Rung } from './inline-construct'
import { BEFORE_REFERENCE } from './mentions'
import { hold, plain } from './node-tokens'

/** `#**channel>topic**`, and `#**channel>topic@123**` for one message of it. The general chat is a topic without a name. */
export const topicLinks: Rung = (text, { held, weaker }) => {
  if (!text.includes('#**')) return text
  return text.replace(TOPIC_LINK, (source: string, channel: string, words: string) =>
    `${channel}${words}`.includes('\n')
      ? source
      : hold(held, { reference: topicReference(plain(channel, held), plain(words, held)), fallback: weaker(source) }),
  )
}

const TOPIC_LINK = new RegExp(`${BEFORE_REFERENCE}#\\*\\*([^*>]+)>([^*]*)\\*\\*`, 'g')

function topicReference(channel: string, words: string): Reference {
  const [, topic, digits] = /^(.*)@(\d{1,15})$/s.exec(words) ?? []
  if (topic === undefined) return { kind: 'topic', channel, topic: words }
  return { kind: 'topic', channel, topic, message_id: Number(digits) }
}

/** `#**channel**`. */
export const channelLinks: Rung = (text, { held, weaker }) => {
  if (!text.includes('#**')) return text
  return text.replace(CHANNEL_LINK, (source: string, name: string) =>
    name.includes('\n')
      ? source
      : hold(held, { reference: { kind: 'channel', name: plain(name, held) }, fallback: weaker(source) }),
  )
}

const CHANNEL_LINK = new RegExp(`${BEFORE_REFERENCE}#\\*\\*([^*]+)\\*\\*`, 'g')
