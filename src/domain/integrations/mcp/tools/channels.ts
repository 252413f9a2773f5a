import * as v from 'valibot'
import { boolean, optional, shortText } from '../../../../api/params'
import type { Edge } from '../../../../edge'
import { getChannelId, getChannels } from '../../../management/channels/endpoints'
import { getMessages } from '../../../messages/fetching/endpoints'
import { getTopics } from '../../../messages/topic-list/endpoints'
import { fitting, isoTime, shortened } from '../answer-rules'
import { tool } from '../tool'
import { pageShape, withNotice } from './message-text'
import { between, channel, cursor } from './params'

const channelShape = v.object({
  stream_id: v.number(),
  name: v.string(),
  description: v.string(),
  invite_only: v.boolean(),
  subscriber_count: v.number(),
})

const DESCRIPTION_CHARACTERS = 120

export const listChannels = tool({
  name: 'list_channels',
  title: 'List channels',
  description: 'The channels of the user, or with subscribed_only = false all that the user can see.',
  scope: 'messages:read',
  effect: 'reads',
  params: {
    query: optional(shortText(), ''),
    subscribed_only: optional(boolean(), true),
    limit: between(1, 100, 50),
    cursor: cursor(),
  },
  run: async (edge, { query, subscribed_only, limit, cursor }) => {
    const answer = await edge.call(getChannels, { include_public: !subscribed_only })
    const { streams } = v.parse(v.object({ streams: v.array(channelShape) }), answer)
    const channels = streams
      .filter((found) => includesText(query, found.name, found.description))
      .sort((a, b) => a.stream_id - b.stream_id)
      .map(({ stream_id, name, description, invite_only, subscriber_count }) => ({
        id: stream_id,
        name: shortened(name),
        description: shortened(description.split('\n', 1)[0]!, DESCRIPTION_CHARACTERS),
        is_private: invite_only,
        subscribers: subscriber_count,
      }))
    const { items, ...next } = pageOf(channels, limit, cursor)
    return withNotice({ channels: items, ...next })
  },
})

export const listTopics = tool({
  name: 'list_topics',
  title: 'List topics',
  description: 'The topics of a channel, the most recent first.',
  scope: 'messages:read',
  effect: 'reads',
  params: { channel: channel(), query: optional(shortText(), ''), limit: between(1, 50, 20), cursor: cursor() },
  run: async (edge, { query, limit, cursor, ...requested }) => {
    const answer = await edge.call(getTopics, { stream_id: await channelIdOf(edge, requested.channel) })
    const { topics } = v.parse(topicsShape, answer)
    const { items, ...next } = pageOf(
      topics.filter(({ name }) => includesText(query, name)),
      limit,
      cursor,
    )
    const newest = await newestMessages(edge, items)
    const rows = items.map(({ name, max_id }) => {
      const message = newest.get(max_id)
      return {
        topic: shortened(name),
        last_message_id: max_id,
        ...(message ? { last_message_at: isoTime(message.timestamp), is_unread: !message.flags.includes('read') } : {}),
      }
    })
    return withNotice({ topics: rows, ...next })
  },
})

const topicsShape = v.object({ topics: v.array(v.object({ name: v.string(), max_id: v.number() })) })

async function newestMessages(edge: Edge, topics: readonly { max_id: number }[]) {
  if (topics.length === 0) return new Map<number, never>()
  const message_ids = topics.map(({ max_id }) => max_id)
  const answer = await edge.call(getMessages, { message_ids, apply_markdown: false, client_gravatar: false })
  return new Map(v.parse(pageShape, answer).messages.map((message) => [message.id, message]))
}

/** Returns the id of a channel that the client named. */
export async function channelIdOf(edge: Edge, requested: string | number): Promise<number> {
  if (typeof requested === 'number') return requested
  const answer = await edge.call(getChannelId, { stream: requested })
  return v.parse(v.object({ stream_id: v.number() }), answer).stream_id
}

export const includesText = (query: string, ...texts: readonly string[]): boolean =>
  texts.some((text) => text.toLowerCase().includes(query.trim().toLowerCase()))

/** Returns a page of a list. The cursor is the number of items before it. */
export function pageOf<Item>(all: readonly Item[], limit: number, cursor: string | undefined) {
  const from = Math.max(0, Number.parseInt(cursor ?? '0', 10) || 0)
  const items = fitting(all.slice(from, from + limit))
  const next = from + items.length
  return next < all.length ? { items, next_cursor: String(next), more: all.length - next } : { items }
}
