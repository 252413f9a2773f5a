import * as v from 'valibot'
import { idsOfList, type IdList } from '../../../store/id-set'
import type { Queue } from '../../../events/queue'
import { event, type ReadOnlyRealm } from '../../../realm'
import type { TopicLink } from '../../../markdown/topic-links'
import { canSeeHistory, canSeeMetadata } from '../../channels/channels/access-rules'
import { receivedIds, type ProtectedMessages } from '../../messages/access/protected-messages'
import { recipientTest } from '../../channels/subscriptions/access'
import { loadPeriods } from '../../channels/subscriptions/periods-storage'
import { repeatsByAccess } from '../../channels/subscriptions/repeated-access'
import { supportsEmptyTopic, topicNameFor } from '../../channels/topics/rules'
import { channelsOf, flagsOfUser, usersWithOtherFlags, usualFlags, type FlagSnapshot } from './flag-snapshot'
import { PROPAGATE_MODES, type PropagateMode } from './move-rules'

/** The list of ids must fit into one row of the event log. */
export const MESSAGES_PER_EVENT = 100_000

/** A change of the content of one message, or of the topic of one or more messages, or both. */
export type UpdateFacts = {
  as_of: number
  user_id: number | null // null: the server shows the same content in another way
  edit_timestamp: number
  message_id: number // the message in the request
  message_ids: IdList
  flags: FlagSnapshot // of the message in the request
  stream?: { stream_id: number; stream_name: string } // where the messages were
  content?: ContentChange | NewRendering
  move?: MoveFacts
}

/** The content of a message that is shown in another way: with a thumbnail, or with a preview of a link. */
type NewRendering = Pick<ContentChange, 'content' | 'rendered_content'>

export type ContentChange = {
  orig_content: string
  orig_rendered_content: string
  content: string
  rendered_content: string
  is_me_message: boolean
}

export type MoveFacts = {
  propagate_mode: PropagateMode
  orig_subject: string
  subject?: string // the new topic, if it changed
  topic_links?: TopicLink[] // the links that linkifiers find in the new topic
  new_stream_id?: number // where the channel is
  had_messages?: number[] // if the old channel has protected history: users who could read one of the messages there
  protectedMessages?: ProtectedMessages // if the new channel has protected history: each recipient gets only the ids of their messages
}

export const messagesUpdated = event<UpdateFacts>({
  type: 'update_message',
  summary:
    'A message was edited, or messages were moved to another topic or channel. If `rendering_only` is true, the server only shows a message in another way.',
  recipients: {
    channel_message_readers: true,
    channel_readers: true,
    users: 'the sender and the recipients of a direct message',
  },
  dependsOn: ['empty_topic_name', 'archived_channels'],
  updates: 'message',
  fields: {
    user_id: v.nullable(v.number()),
    rendering_only: v.boolean(),
    message_id: v.number(),
    message_ids: v.array(v.number()),
    flags: v.array(v.string()),
    edit_timestamp: v.number(),
    stream_id: v.optional(v.number()),
    stream_name: v.optional(v.string()),
    orig_content: v.optional(v.string()),
    orig_rendered_content: v.optional(v.string()),
    content: v.optional(v.string()),
    rendered_content: v.optional(v.string()),
    is_me_message: v.optional(v.boolean()),
    propagate_mode: v.optional(v.picklist(PROPAGATE_MODES)),
    orig_subject: v.optional(v.string()),
    subject: v.optional(v.string()),
    topic_links: v.optional(v.array(v.strictObject({ text: v.string(), url: v.string() }))),
    new_stream_id: v.optional(v.number()),
  },
  *load(realm, { flags }) {
    for (const stream_id of channelsOf(flags)) yield* loadPeriods(realm, { stream_id })
  },
  accepts: (realm, facts, queue) => !facts.move?.protectedMessages || idsFor(realm, facts, queue).length > 0,
  variant: (realm, facts, queue, event_id) => {
    const { isReceived, canBeUnread } = usualFlags(realm, facts.flags, queue.user_id, event_id)
    const ids = facts.move?.protectedMessages ? idsFor(realm, facts, queue).join() : ''
    const names = `${canNameChannel(realm, facts, queue)} ${canNameTopic(realm, facts, queue)}`
    return `${supportsEmptyTopic(queue.client)} ${names} ${isReceived} ${canBeUnread} ${ids}`
  },
  encode: (realm, facts, queue) => {
    const { user_id, edit_timestamp, stream, content, move } = facts
    const message_ids = idsFor(realm, facts, queue)
    const message_id = messageIdFor(facts.message_id, message_ids)
    return {
      user_id,
      rendering_only: user_id === null,
      message_id,
      message_ids,
      edit_timestamp,
      ...(stream && { stream_id: stream.stream_id }),
      ...(stream && canNameChannel(realm, facts, queue) ? { stream_name: stream.stream_name } : {}),
      ...(message_id === facts.message_id ? content : {}),
      ...(move &&
        moveFields(canNameTopic(realm, facts, queue) ? move : withoutOldTopic(move), supportsEmptyTopic(queue.client))),
    }
  },
  repeats: (realm, facts) => {
    const { flags, move } = facts
    const exceptions = usersWithOtherFlags(realm, flags)
    const ofNames = repeatsByNames(realm, facts)
    if (move?.protectedMessages || exceptions === undefined || ofNames === undefined) return undefined
    return { ...ofNames, group: JSON.stringify([channelsOf(flags), ofNames.group]), exceptions }
  },
  personal: (realm, facts, queue, event_id) => {
    const hasFlags = !facts.move?.protectedMessages || idsFor(realm, facts, queue).includes(facts.message_id)
    return { flags: hasFlags ? knownFlags(flagsOfUser(realm, facts.flags, queue.user_id, event_id), queue) : [] }
  },
})

/**
 * Zulip's phone app refuses an event with a flag that is newer than the app, and registers again. No capability names flags, so
 * clients that know newer ones are recognised by a capability that the app lacks. An edit does not change this flag.
 */
const knownFlags = (flags: string[], { client }: Queue): string[] =>
  client.capabilities.archived_channels === true ? flags : flags.filter((flag) => flag !== 'hide_link_previews')

/** Returns which events tell the same users the names of the old channel and of the old topic. */
function repeatsByNames(realm: ReadOnlyRealm, { stream, move, as_of }: UpdateFacts) {
  if (!stream || move?.new_stream_id === undefined) return { group: '' }
  return move.had_messages === undefined ? repeatsByAccess(realm, stream, as_of) : undefined
}

function idsFor(realm: ReadOnlyRealm, { message_ids, stream, move }: UpdateFacts, { user_id }: Queue): number[] {
  if (!move?.protectedMessages || !stream) return idsOfList(message_ids)
  return receivedIds(realm, move.new_stream_id ?? stream.stream_id, user_id, move.protectedMessages)
}

// A recipient may not have access to the message in the request, but to others that moved with it.
const messageIdFor = (message_id: number, message_ids: readonly number[]): number =>
  message_ids.includes(message_id) ? message_id : (message_ids[0] ?? message_id)

// A recipient may not be allowed to know the name of the old channel.
const canNameChannel = (realm: ReadOnlyRealm, { stream, move, as_of }: UpdateFacts, queue: Queue): boolean =>
  !stream || move?.new_stream_id === undefined || recipientTest(realm, stream.stream_id, canSeeMetadata)(queue, as_of)

/** A user who can see a channel cannot always see its topics. */
function canNameTopic(realm: ReadOnlyRealm, { stream, move, as_of }: UpdateFacts, queue: Queue): boolean {
  if (!stream || move?.new_stream_id === undefined) return true
  return (
    move.had_messages?.includes(queue.user_id) === true ||
    recipientTest(realm, stream.stream_id, canSeeHistory)(queue, as_of)
  )
}

/** Clients require an old topic. If the recipient may not know it, the event has the new topic in its place. */
const withoutOldTopic = ({ subject, topic_links: _, ...move }: MoveFacts): MoveFacts => ({
  ...move,
  orig_subject: subject ?? move.orig_subject,
})

const moveFields = (
  { orig_subject, subject, topic_links, protectedMessages: _, had_messages: __, ...move }: MoveFacts,
  supportsEmpty: boolean,
) => ({
  ...move,
  orig_subject: topicNameFor(orig_subject, supportsEmpty),
  ...(subject === undefined ? {} : { subject: topicNameFor(subject, supportsEmpty), topic_links }),
})
