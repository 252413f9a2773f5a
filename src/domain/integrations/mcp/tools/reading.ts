import * as v from 'valibot'
import { boolean, integer, optional } from '../../../../api/params'
import { getMessage as fetchMessage, getMessages as fetchMessages } from '../../../messages/fetching/endpoints'
import { getHistory } from '../../../messages/history/endpoints'
import { fitting, isoTime, shortened, shownText } from '../answer-rules'
import { tool } from '../tool'
import { messageShape, narrowOf, pageShape, shownMessage, withNotice } from './message-text'
import { between, channel, describedAs, messageId, people, time, topic } from './params'
import { idsOfPeople } from './people'

const MAX_MESSAGES = 100

export const getMessages = tool({
  name: 'get_messages',
  title: 'Read messages',
  description:
    'Messages of a channel, a topic, a direct conversation or everything, oldest first. To go on, call again with ' +
    'anchor = older_anchor or newer_anchor.',
  scope: 'messages:read',
  effect: 'reads',
  params: {
    channel: optional(channel()),
    topic: optional(topic()),
    dm_with: optional(people()),
    anchor: optional(
      describedAs(v.union([integer(), v.picklist(['newest', 'oldest', 'first_unread'])]), 'Message id, or a place'),
      'newest',
    ),
    since: optional(describedAs(time(), 'ISO 8601. Replaces anchor; use with after')),
    before: between(0, MAX_MESSAGES, 20),
    after: between(0, MAX_MESSAGES, 0),
    content_chars: between(100, 4000, 1000),
  },
  run: async (edge, { since, before, after, content_chars, anchor, dm_with, ...place }) => {
    const from = since === undefined ? { anchor } : { anchor: 'date', anchor_date: since }
    const range =
      since === undefined ? { num_before: before, num_after: after } : { num_before: 0, num_after: after || before }
    const answer = await edge.call(fetchMessages, {
      ...from,
      ...range,
      narrow: narrowOf({ ...place, people: dm_with && (await idsOfPeople(edge, dm_with)) }),
      apply_markdown: false,
      client_gravatar: false,
    })
    const { messages, found_oldest, found_newest } = v.parse(pageShape, answer)
    const items = messages.map((message) => shownMessage(message, edge.realm_url, content_chars))
    // The messages nearest to the anchor come first, if not all fit.
    const fromNewest = range.num_after === 0
    const within = fromNewest ? fitting(items.toReversed()).reverse() : fitting(items)
    const isCut = within.length < items.length
    const hasOlder = !found_oldest || (isCut && fromNewest)
    const hasNewer = !found_newest || (isCut && !fromNewest)
    return withNotice({
      messages: within,
      ...(hasOlder && within[0] ? { older_anchor: within[0].id } : {}),
      ...(hasNewer && within[0] ? { newer_anchor: within.at(-1)!.id } : {}),
    })
  },
})

const MAX_VERSIONS = 20
const CONTENT_CHARACTERS = 10_000
const VERSION_CHARACTERS = 1000

const historyShape = v.object({
  message_history: v.array(
    v.object({ topic: v.optional(v.string()), content: v.optional(v.string()), timestamp: v.number() }),
  ),
})

export const getMessage = tool({
  name: 'get_message',
  title: 'Read one message',
  description: 'The whole text of a message, and its earlier versions with with_edits.',
  scope: 'messages:read',
  effect: 'reads',
  params: { id: messageId(), with_edits: optional(boolean(), false) },
  run: async (edge, { id, with_edits }) => {
    const answer = await edge.call(fetchMessage, { message_id: id, apply_markdown: false })
    const { message } = v.parse(v.object({ message: messageShape }), answer)
    const whole = shownMessage(message, edge.realm_url, CONTENT_CHARACTERS)
    if (!with_edits) return withNotice({ message: whole })
    const history = v.parse(historyShape, await edge.call(getHistory, { message_id: id }))
    const versions = history.message_history.slice(-MAX_VERSIONS).map(({ topic, content = '', timestamp }) => ({
      at: isoTime(timestamp),
      ...(topic === undefined ? {} : { topic: shortened(topic) }),
      ...shownText(content, VERSION_CHARACTERS),
    }))
    return withNotice({ message: whole, versions: fitting([whole, ...versions]).slice(1) })
  },
})
