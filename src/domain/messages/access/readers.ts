import type { AudiencePart } from '../../../events/event'
import { audience } from '../../../realm'
import { canSeeContent, canSeeHistory } from '../../channels/channels/rules'
import type { IndexedMessage } from '../message-index/message'
import { seenAsOf } from '../../channels/subscriptions/access'
import { spansIn } from '../../channels/subscriptions/storage'
import type { Passage } from '../../channels/topics/moves'
import { people } from '../../people/users/events'
import { isHeld } from './receipt-rules'

/** Everyone who may read the message, by the same rule as each is asked by, as of the event. */
export const readersOf = ({ id, conversation, passages }: IndexedMessage): AudiencePart =>
  conversation.stream_id === null
    ? people({ user_ids: conversation.people })
    : readersInChannel({ stream_id: conversation.stream_id, message_id: id, passages })

type ReadInChannel = { stream_id: number; message_id: number; passages: readonly Passage[] }

export const readersInChannel = audience<ReadInChannel>({
  name: 'channel_message_readers',
  description: 'The users who can read the channel message.',
  includes: (realm, { stream_id, message_id, passages }) => {
    const seesContent = seenAsOf(realm, stream_id, canSeeContent)
    const seesHistory = seenAsOf(realm, stream_id, canSeeHistory)
    const holds = (user_id: number) =>
      isHeld((channel) => spansIn(realm, channel, user_id), { id: message_id, stream_id, passages })
    return (queue, event_id) => seesHistory(queue, event_id) || (seesContent(queue, event_id) && holds(queue.user_id))
  },
})
