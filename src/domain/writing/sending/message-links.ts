import { channelSlug, encodeForHash } from '../../../markdown/hash-addresses'
import type { Channel } from '../../channels/channels/channel'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../realm/settings/limits'

/** Where a message was sent. Undefined: the client repeats an older request, and the message may have been moved since. */
export type SentTo =
  | { channel: Pick<Channel, 'stream_id' | 'name'>; topic: string; isNameVisible: boolean }
  | { user_ids: readonly number[] }
  | undefined

export type MessageLinks = { message_url: string; message_link: string }

/** Returns the address of a sent message, and a link to it in Markdown. The name of a channel is only for who can see it. */
export function messageLinks(realm_url: string, id: number, sentTo: SentTo): MessageLinks {
  const near = `near/${id}`
  const plain = (address: string) => ({ message_url: address, message_link: address })
  if (sentTo === undefined) return plain(`${realm_url}/#narrow/${near}`)
  if ('user_ids' in sentTo) {
    const people = sentTo.user_ids.toSorted((a, b) => a - b).join(',')
    const suffix = sentTo.user_ids.length > 2 ? 'group' : 'dm'
    return plain(`${realm_url}/#narrow/dm/${people}-${suffix}/${near}`)
  }
  const { channel, topic, isNameVisible } = sentTo
  const { stream_id, name } = channel
  const slug = isNameVisible ? channelSlug(stream_id, name) : String(stream_id)
  const message_url = `${realm_url}/#narrow/channel/${slug}/topic/${encodeForHash(topic)}/${near}`
  if (!isNameVisible) return plain(message_url)
  const text = `#${name} > ${topic === '' ? EMPTY_TOPIC_DISPLAY_NAME : topic} @ 💬`
  return { message_url, message_link: `[${withoutMarkdown(text)}](${message_url})` }
}

/** Replaces the characters that would end the text of a link, or begin something else in it. */
const withoutMarkdown = (text: string): string =>
  text.replaceAll(/[[\]*_`~$\\&<]/g, (found) => `&#${found.charCodeAt(0)};`)
