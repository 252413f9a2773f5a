import * as v from 'valibot'
import { named } from '../../../api/named'
import type { Queue } from '../../../events/queue'
import { event, stateSlice, type ReadOnlyRealm } from '../../../realm'
import { supportsEmptyTopic, topicNameFor } from '../../channels/topics/rules'
import { unknownUserProfile } from '../../people/users/profile'
import { canQueueSeeUser, decidedForLimitedGuests } from '../../people/users/visible-users'
import type { TypingOp } from './rules'

/** Ephemeral: clients show it for a moment. No row is written, so typing costs nothing, whatever the number of recipients. */
const userShape = named('TypingUser', v.strictObject({ user_id: v.number(), email: v.string() }))
type UserFields = v.InferOutput<typeof userShape>

type Typing = { sender: UserFields } & (
  | { message_type: 'direct'; recipients: UserFields[] }
  | { message_type: 'stream'; stream_id: number; topic: string }
)

const RECIPIENTS = {
  recipients: {
    users:
      'the sender and the recipients of the direct message, or the subscribers of a channel that is not too large. Users who turned off typing notifications receive nothing',
  },
  dependsOn: ['stream_typing_notifications', 'empty_topic_name'],
}

const typing = (op: TypingOp, summary: string) =>
  event<Typing>({
    type: 'typing',
    op,
    summary,
    ...RECIPIENTS,
    isEphemeral: true,
    fields: {
      message_type: v.picklist(['direct', 'stream']),
      sender: userShape,
      recipients: v.optional(v.array(userShape)),
      stream_id: v.optional(v.number()),
      topic: v.optional(v.string()),
    },
    accepts: (_, facts, queue) => facts.message_type === 'direct' || supportsChannels(queue),
    variant: (realm, { sender }, queue) =>
      `${supportsEmptyTopic(queue.client)} ${canQueueSeeUser(realm, queue, sender.user_id)}`,
    encode: (realm, facts, queue) =>
      facts.message_type === 'direct'
        ? facts
        : {
            ...facts,
            sender: canQueueSeeUser(realm, queue, facts.sender.user_id)
              ? facts.sender
              : unknownSender(realm, facts.sender),
            topic: topicNameFor(facts.topic, supportsEmptyTopic(queue.client)),
          },
    repeats: (realm, { message_type }) => ({ group: message_type, ...decidedForLimitedGuests(realm) }),
  })

// A user can type in a channel without being subscribed, so a limited guest may not be able to see the user.
const unknownSender = (realm: ReadOnlyRealm, { user_id }: UserFields): UserFields => ({
  user_id,
  email: unknownUserProfile(realm, user_id).email,
})

export const typingStarted = typing('start', 'A user started typing.')
export const typingStopped = typing('stop', 'A user stopped typing.')

const recipient = v.variant('type', [
  v.strictObject({ type: v.literal('direct'), user_ids: v.array(v.number()) }),
  v.strictObject({ type: v.literal('channel'), channel_id: v.number(), topic: v.string() }),
])

type TypingEdit = { sender_id: number; message_id: number; recipient: v.InferOutput<typeof recipient> }

const typingEdit = (op: TypingOp, summary: string) =>
  event<TypingEdit>({
    type: 'typing_edit_message',
    op,
    summary,
    ...RECIPIENTS,
    isEphemeral: true,
    fields: { sender_id: v.number(), message_id: v.number(), recipient },
    accepts: (_, { recipient }, queue) => recipient.type === 'direct' || supportsChannels(queue),
    variant: (_, __, queue) => String(supportsEmptyTopic(queue.client)),
    encode: (_, { recipient, ...facts }, queue) => ({
      ...facts,
      recipient:
        recipient.type === 'direct'
          ? recipient
          : { ...recipient, topic: topicNameFor(recipient.topic, supportsEmptyTopic(queue.client)) },
    }),
    repeats: (_, { recipient }) => ({ group: recipient.type }),
  })

export const typingEditStarted = typingEdit('start', 'A user started editing a message.')
export const typingEditStopped = typingEdit('stop', 'A user stopped editing a message.')

const supportsChannels = ({ client }: Queue) => client.capabilities.stream_typing_notifications === true

/** The times after which clients repeat that a user types, and after which they assume that the user stopped. */
const PERIODS = {
  server_typing_started_expiry_period_milliseconds: 45_000,
  server_typing_stopped_wait_period_milliseconds: 12_000,
  server_typing_started_wait_period_milliseconds: 30_000,
}

export const typingState = stateSlice({
  fetchedFor: ['realm'],
  fields: {
    server_typing_started_expiry_period_milliseconds: v.number(),
    server_typing_stopped_wait_period_milliseconds: v.number(),
    server_typing_started_wait_period_milliseconds: v.number(),
  },
  read: () => PERIODS,
})
