import { hold } from './held'
import { BEFORE_REFERENCE } from './mentions'
import type { Rung } from './rung'

/** `#**channel>topic**`, and `#**channel>topic@123**` for one message of it. */
export const topicLinks: Rung = (text, { held, weaker }) => {
  if (!text.includes('#**')) return text
  return text.replace(TOPIC_LINK, (source: string, channel: string, words: string) => {
    const [, topic, digits] = /^([^]+)@(\d{1,15})$/.exec(words) ?? []
    const reference =
      topic === undefined || digits === undefined
        ? { kind: 'topic' as const, channel, topic: words }
        : { kind: 'topic' as const, channel, topic, message_id: Number(digits) }
    return hold(held, { reference, fallback: weaker(source) })
  })
}

const TOPIC_LINK = new RegExp(`${BEFORE_REFERENCE}#\\*\\*([^*>]+)>([^*]+)\\*\\*`, 'g')

/** `#**channel**`. */
export const channelLinks: Rung = (text, { held, weaker }) => {
  if (!text.includes('#**')) return text
  return text.replace(CHANNEL_LINK, (source: string, name: string) =>
    hold(held, { reference: { kind: 'channel', name }, fallback: weaker(source) }),
  )
}

const CHANNEL_LINK = new RegExp(`${BEFORE_REFERENCE}#\\*\\*([^*]+)\\*\\*`, 'g')
