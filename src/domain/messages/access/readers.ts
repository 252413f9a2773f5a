import type { AudiencePart } from '../../../events/event'
import { audience, type ReadOnlyRealm } from '../../../realm'
import { canSeeContent, canSeeHistory } from '../../channels/channels/access-rules'
import type { IndexedMessage } from '../message-index/message'
import { findChannel } from '../../channels/channels/storage'
import { recipientTest } from '../../channels/subscriptions/access'
import { loadPeriods } from '../../channels/subscriptions/periods-storage'
import { candidateReaders, repeatsByAccess } from '../../channels/subscriptions/repeated-access'
import { periodsOf, usersEverSubscribed } from '../../channels/subscriptions/storage'
import type { EarlierChannel } from '../../channels/topics/move'
import { onlyUsers } from '../../people/users/events'
import { isReceivedInProtectedHistory } from './receipt-rules'

/** Returns the users who can read the message, by the rule of `MessageAccess`, at the time of the event. */
export const readersOf = ({
  id,
  conversation,
  earlier_channels,
}: Pick<IndexedMessage, 'id' | 'conversation' | 'earlier_channels'>): AudiencePart =>
  conversation.stream_id === null
    ? onlyUsers({ user_ids: conversation.people })
    : readersInChannel({ stream_id: conversation.stream_id, message_id: id, earlier_channels })

type ReadInChannel = { stream_id: number; message_id: number; earlier_channels: readonly EarlierChannel[] }

export const readersInChannel = audience<ReadInChannel>({
  name: 'channel_message_readers',
  description: 'The users who can read the channel message.',
  load: loadPeriods,
  includes: (realm, { stream_id, message_id, earlier_channels }) => {
    const seesContent = recipientTest(realm, stream_id, canSeeContent)
    const seesHistory = recipientTest(realm, stream_id, canSeeHistory)
    const received = (user_id: number) =>
      isReceivedInProtectedHistory((channel) => periodsOf(realm, channel, user_id), {
        id: message_id,
        stream_id,
        earlier_channels,
      })
    return (queue, event_id) =>
      seesHistory(queue, event_id) || (seesContent(queue, event_id) && received(queue.user_id))
  },
  candidates: (realm, channel, event_id) =>
    hasProtectedHistory(realm, channel)
      ? usersEverSubscribed(realm, channel.stream_id)
      : candidateReaders(realm, channel, event_id),
  // Who has received the message is a question for each message.
  repeats: (realm, channel, event_id) =>
    hasProtectedHistory(realm, channel) ? undefined : repeatsByAccess(realm, channel, event_id),
})

/** The users who could read the messages of a channel at the time of the event. */
export const channelReaders = audience<{ stream_id: number }>({
  name: 'channel_readers',
  description: 'The users who can read the messages of the channel.',
  load: loadPeriods,
  includes: (realm, { stream_id }) => recipientTest(realm, stream_id, canSeeContent),
  candidates: candidateReaders,
  repeats: repeatsByAccess,
})

const hasProtectedHistory = (realm: ReadOnlyRealm, { stream_id }: { stream_id: number }): boolean =>
  findChannel(realm, stream_id)?.history_public_to_subscribers === false
