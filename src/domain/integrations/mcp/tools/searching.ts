import * as v from 'valibot'
import { optional, shortText, text } from '../../../../api/params'
import { getMessages } from '../../../messages/fetching/endpoints'
import { fitting } from '../answer-rules'
import { tool } from '../tool'
import { narrowOf, pageShape, shownMessage, withNotice, type FetchedMessage } from './message-text'
import { between, channel, cursor, describedAs, time, topic } from './params'
import { idsOfPeople } from './people'

const QUERY_CHARACTERS = 500
const SNIPPET_CHARACTERS = 300
/** How much of the snippet is before the first word of the query. */
const BEFORE_WORD = 100

export const searchMessages = tool({
  name: 'search_messages',
  title: 'Search messages',
  description:
    'Searches the words in messages that the user received, or in the whole history of a channel. The newest come first, as ' +
    'snippets: get_message has the whole text.',
  scope: 'messages:read',
  effect: 'reads',
  params: {
    query: describedAs(text(QUERY_CHARACTERS), 'Words, or a phrase in quotes'),
    channel: optional(channel()),
    topic: optional(topic()),
    sender: optional(describedAs(shortText(), 'Id, email address or exact name')),
    since: optional(time()),
    until: optional(time()),
    has: optional(v.picklist(['link', 'attachment', 'image'])),
    limit: between(1, 50, 20),
    cursor: cursor(),
  },
  run: async (edge, { query, sender, since, until, has, limit, cursor, ...place }) => {
    const from =
      cursor === undefined ? (until === undefined ? { anchor: 'newest' } : dateAnchor(until)) : { anchor: cursor }
    const answer = await edge.call(getMessages, {
      ...from,
      include_anchor: false,
      num_before: limit,
      num_after: 0,
      narrow: [
        ...narrowOf(place),
        ...(sender === undefined ? [] : [{ operator: 'sender', operand: (await idsOfPeople(edge, [sender]))[0]! }]),
        ...(has === undefined ? [] : [{ operator: 'has', operand: has }]),
        { operator: 'search', operand: query },
      ],
      apply_markdown: false,
      client_gravatar: false,
    })
    const { messages, found_oldest } = v.parse(pageShape, answer)
    const earliest = since === undefined ? 0 : Date.parse(since) / 1000
    const inPeriod = messages.filter(({ timestamp }) => !(timestamp < earliest)).reverse()
    const items = inPeriod.map((message) => {
      const snippet = { ...message, content: snippetOf(message, query) }
      return shownMessage(snippet, edge.realm_url, SNIPPET_CHARACTERS)
    })
    const within = fitting(items)
    const isComplete = within.length === messages.length ? found_oldest : within.length === inPeriod.length
    return withNotice({ messages: within, ...(isComplete ? {} : { next_cursor: String(within.at(-1)?.id) }) })
  },
})

const dateAnchor = (until: string) => ({ anchor: 'date', anchor_date: until })

/** Returns the part of a message around the first word of the query. */
function snippetOf({ content }: FetchedMessage, query: string): string {
  const [word = ''] = /[\p{L}\p{N}]+/u.exec(query) ?? []
  const at = content.toLowerCase().indexOf(word.toLowerCase())
  return at <= BEFORE_WORD ? content : `…${content.slice(at - BEFORE_WORD)}`
}
