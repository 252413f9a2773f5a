import * as v from 'valibot'
import type { Queue } from '../../../events/queue'
import { event, type Realm } from '../../../realm'
import type { TopicLink } from '../../../markdown/topic-links'
import { canSeeHistory, canSeeMetadata } from '../../channels/channels/rules'
import { idsHeldBy, type Held } from '../../messages/access/held'
import { recipientTest } from '../../channels/subscriptions/access'
import { supportsEmptyTopic, topicNameFor } from '../../channels/topics/rules'
import { flagsOfUser, type FlagSnapshot } from './flag-snapshot'
import { PROPAGATE_MODES, type PropagateMode } from './move-rules'

/** An event is kept until everyone has heard it, and one must fit into a row. */
export const MESSAGES_PER_EVENT = 100_000

/** What changed about messages that stay what they are: what one of them says, or where some of them are. */
export type UpdateFacts = {
  as_of: number
  user_id: number
  edit_timestamp: number
  message_id: number // the one that was named
  message_ids: number[] // ascending
  flags: FlagSnapshot // of the one that was named
  stream?: { stream_id: number; stream_name: string } // where they were
  words?: ContentChange
  move?: MoveFacts
}

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
  subject?: string // where the topic is another one
  topic_links?: TopicLink[] // what the realm's linkifiers find in it
  new_stream_id?: number // where the channel is
  knew?: number[] // who had any of them where they were, if history is protected there
  held?: Held // where history is protected: each hears only of what is theirs
}

export const messagesUpdated = event<UpdateFacts>({
  type: 'update_message',
  summary: 'A message was edited, or messages were moved to another topic or channel.',
  recipients: {
    channel_message_readers: true,
    channel_readers: true,
    users: 'the sender and the recipients of a direct message',
  },
  dependsOn: ['empty_topic_name'],
  keeps: 'message',
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
  accepts: (realm, facts, queue) => idsFor(realm, facts, queue).length > 0,
  variant: (realm, facts, queue) => {
    const ids = facts.move?.held ? idsFor(realm, facts, queue).join() : ''
    const knows = `${knowsChannel(realm, facts, queue)} ${knowsTopic(realm, facts, queue)}`
    return `${supportsEmptyTopic(queue.client)} ${knows} ${ids}`
  },
  encode: (realm, facts, queue) => {
    const { user_id, edit_timestamp, stream, words, move } = facts
    const message_ids = idsFor(realm, facts, queue)
    const message_id = nearest(facts.message_id, message_ids)
    return {
      user_id,
      rendering_only: false,
      message_id,
      message_ids,
      edit_timestamp,
      ...(stream && { stream_id: stream.stream_id }),
      ...(stream && knowsChannel(realm, facts, queue) ? { stream_name: stream.stream_name } : {}),
      ...(message_id === facts.message_id ? words : {}),
      ...(move &&
        moveShown(knowsTopic(realm, facts, queue) ? move : withoutOrigin(move), supportsEmptyTopic(queue.client))),
    }
  },
  personal: (realm, facts, queue) => {
    const isTheirs = !facts.move?.held || idsFor(realm, facts, queue).includes(facts.message_id)
    return { flags: isTheirs ? flagsOfUser(facts.flags, queue.user_id) : [] }
  },
})

function idsFor(realm: Realm, { message_ids, stream, move }: UpdateFacts, { user_id }: Queue): number[] {
  if (!move?.held || !stream) return message_ids
  return idsHeldBy(realm, move.new_stream_id ?? stream.stream_id, user_id, move.held)
}

// Of many messages, the one that was named may be one that this reader never had.
const nearest = (message_id: number, message_ids: readonly number[]): number =>
  message_ids.includes(message_id) ? message_id : (message_ids[0] ?? message_id)

// Messages may come to people from a channel whose name they must not learn.
const knowsChannel = (realm: Realm, { stream, move, as_of }: UpdateFacts, queue: Queue): boolean =>
  !stream || move?.new_stream_id === undefined || recipientTest(realm, stream.stream_id, canSeeMetadata)(queue, as_of)

/** Who can see the channel's settings may know its name, and still not what is talked about in it. */
function knowsTopic(realm: Realm, { stream, move, as_of }: UpdateFacts, queue: Queue): boolean {
  if (!stream || move?.new_stream_id === undefined) return true
  return (
    move.knew?.includes(queue.user_id) === true || recipientTest(realm, stream.stream_id, canSeeHistory)(queue, as_of)
  )
}

/** Clients need a topic that the messages come from. A topic that they must not know goes by the name of the new one. */
const withoutOrigin = ({ subject, topic_links: _, ...move }: MoveFacts): MoveFacts => ({
  ...move,
  orig_subject: subject ?? move.orig_subject,
})

const moveShown = (
  { orig_subject, subject, topic_links, held: _, knew: __, ...move }: MoveFacts,
  knowsEmpty: boolean,
) => ({
  ...move,
  orig_subject: topicNameFor(orig_subject, knowsEmpty),
  ...(subject === undefined ? {} : { subject: topicNameFor(subject, knowsEmpty), topic_links }),
})
