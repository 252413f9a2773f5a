import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { optional } from '../../../../api/params'
import type { Edge } from '../../../../edge'
import { getMessages } from '../../../messages/fetching/endpoints'
import { fitting } from '../answer-rules'
import { conversationNeeded } from '../rules'
import { tool, type AgentCaller } from '../tool'
import { narrowOf, pageShape, shownMessage, withNotice, type FetchedMessage } from './message-text'
import { between, channel, describedAs, messageId, people, topic } from './params'
import { idsOfPeople } from './people'

const MAX_SECONDS = 50
const MAX_MESSAGES = 20
const CONTENT_CHARACTERS = 2000
/** Each look is a request of the user, so the pauses grow: at most 17 looks in one call. */
const PAUSES_SECONDS = [1, 1, 2, 2, 3, 4]

type Waiting = { narrow: ReturnType<typeof narrowOf>; after_id: number; seconds: number; caller: AgentCaller }

/** Looks for new messages of others until there is one, or until the time is over. */
async function messagesOfOthers(edge: Edge, { narrow, after_id, seconds, caller }: Waiting): Promise<FetchedMessage[]> {
  let left = seconds
  for (let look = 0; ; look++) {
    const answer = await edge.call(getMessages, {
      anchor: after_id,
      include_anchor: false,
      num_before: 0,
      num_after: MAX_MESSAGES,
      narrow,
      apply_markdown: false,
      client_gravatar: false,
    })
    const found = v.parse(pageShape, answer).messages.filter(({ sender_id }) => sender_id !== caller.user_id)
    if (found.length > 0 || left <= 0 || edge.request.signal.aborted) return found
    const pause = Math.min(left, PAUSES_SECONDS[look] ?? PAUSES_SECONDS.at(-1)!)
    await wait(pause * 1000)
    left -= pause
  }
}

export const waitForAnswer = tool({
  name: 'wait_for_answer',
  title: 'Wait for an answer',
  description:
    'Waits until others write in a topic or a direct conversation after a message. Returns no messages when the time is over: ' +
    'call it again to go on.',
  scope: 'messages:read',
  effect: 'reads',
  params: {
    channel: optional(channel()),
    topic: optional(topic()),
    dm_with: optional(people()),
    after_id: describedAs(messageId(), 'Id of the message to which others may answer'),
    seconds: between(1, MAX_SECONDS, 30),
  },
  run: async (edge, { dm_with, after_id, seconds, ...place }, caller) => {
    if ((place.channel === undefined) === (dm_with === undefined)) throw conversationNeeded({})
    const narrow = narrowOf({ ...place, people: dm_with && (await idsOfPeople(edge, dm_with)) })
    const found = await messagesOfOthers(edge, { narrow, after_id, seconds, caller })
    const messages = fitting(found.map((message) => shownMessage(message, edge.realm_url, CONTENT_CHARACTERS)))
    return withNotice({ messages, is_answered: messages.length > 0 })
  },
})
