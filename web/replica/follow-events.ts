import { deletedIds } from '../../client-state/messages'
import type { Event, Reaction, Submessage, UpdateMessageEvent } from '../../client-state/wire'
import { CONTROLS } from '../store/controls'
import { keptFlags, rowOf } from './kept'
import type { Replica } from './replica'

/** What the events of a queue need besides the replica. */
export type Following = {
  replica: Replica
  /** The channels to which the user is subscribed. Events change it. */
  subscribed: Set<number>
}

/**
 * Changes a replica as events say. Events may come again. Returns whether it may lack something now: only the server knows which
 * messages a user can read after a subscription or another protection of a channel.
 */
export async function followEvents(following: Following, events: readonly Event[]): Promise<boolean> {
  let isInDoubt = false
  for (const event of events) if (await followEvent(following, event)) isInDoubt = true
  return isInDoubt
}

type Follow<Type extends Event['type']> = (
  following: Following,
  event: Extract<Event, { type: Type }>,
) => Promise<boolean | void>

/** What the events of each type change. Those of other types change nothing. */
const BY_TYPE: { [Type in Event['type']]?: Follow<Type> } = {
  async message({ replica, subscribed }, { message, flags }) {
    if (message.type === 'private' || subscribed.has(message.stream_id)) await replica.put([rowOf(message, flags)])
  },

  delete_message: ({ replica }, event) => replica.remove(deletedIds(event)),

  update_message: followUpdate,

  async update_message_flags({ replica }, { op, flag, messages }) {
    if (keptFlags([flag]).length === 0) return
    await replica.change(messages, (kept) => {
      const others = kept.flags.filter((name) => name !== flag)
      return { ...kept, flags: op === 'add' ? [...others, flag] : others }
    })
  },

  reaction: ({ replica }, event) =>
    replica.change([event.message_id], (kept) => ({
      ...kept,
      ...newVersion(replica, event),
      reactions: withReaction(kept.reactions, event),
    })),

  submessage({ replica }, { id: event_id, message_id, submessage_id: id, msg_type, content, sender_id }) {
    const added: Submessage = { id, message_id, msg_type, content, sender_id }
    return replica.change([message_id], (kept) => ({
      ...kept,
      ...newVersion(replica, { id: event_id }),
      submessages: [...kept.submessages.filter((other) => other.id !== id && other.msg_type !== CONTROLS), added],
    }))
  },

  subscription: followSubscription,

  stream: (_, event) =>
    Promise.resolve(event.op === 'delete' || (event.op === 'update' && PROTECTION.has(event.property))),
}

async function followEvent(following: Following, event: Event): Promise<boolean> {
  return (await follow(following, event.type, event)) === true
}

function follow<Type extends Event['type']>(
  following: Following,
  type: Type,
  event: Extract<Event, { type: Type }>,
): Promise<boolean | void> | undefined {
  return BY_TYPE[type]?.(following, event)
}

/**
 * In doubt, a message may lack an earlier change. Then it keeps its old version, so the comparison finds it: with the version of a later
 * event it would look complete.
 */
const newVersion = ({ core }: Replica, { id }: { id: number }): { version?: number } =>
  core.isVerified ? { version: id } : {}

function withReaction(
  reactions: readonly Reaction[],
  { op, emoji_name, emoji_code, reaction_type, user_id }: Extract<Event, { type: 'reaction' }>,
): Reaction[] {
  const others = reactions.filter(
    (other) => other.user_id !== user_id || other.emoji_code !== emoji_code || other.reaction_type !== reaction_type,
  )
  return op === 'add' ? [...others, { emoji_name, emoji_code, reaction_type, user_id }] : others
}

const PROTECTION = new Set<string>(['history_public_to_subscribers', 'invite_only', 'is_web_public'])

async function followSubscription(
  { replica, subscribed }: Following,
  event: Extract<Event, { type: 'subscription' }>,
): Promise<boolean> {
  if (event.op !== 'add' && event.op !== 'remove') return false
  for (const { stream_id } of event.subscriptions)
    if (event.op === 'add') subscribed.add(stream_id)
    else subscribed.delete(stream_id)
  if (event.op === 'remove') await replica.removeChannels((stream_id) => !subscribed.has(stream_id))
  return true
}

async function followUpdate({ replica, subscribed }: Following, event: UpdateMessageEvent): Promise<boolean> {
  const { message_id, content, rendered_content, is_me_message, flags, rendering_only } = event
  if (content !== undefined)
    await replica.change([message_id], (kept) => ({
      ...kept,
      ...newVersion(replica, event),
      content: rendered_content ?? kept.content,
      is_me_message: is_me_message ?? kept.is_me_message,
      flags: keptFlags(flags),
      ...(rendering_only ? {} : { last_edit_timestamp: event.edit_timestamp }),
    }))
  const { subject, new_stream_id, message_ids } = event
  if (subject === undefined && new_stream_id === undefined) return false
  const stream_id = new_stream_id ?? event.stream_id
  if (stream_id === undefined) return false
  if (!subscribed.has(stream_id)) {
    await replica.remove(message_ids)
    return false
  }
  await replica.relocate(message_ids, {
    stream_id,
    subject: subject ?? event.orig_subject ?? '',
    topic_links: event.topic_links,
  })
  // They come from a channel of which the replica keeps nothing.
  return message_ids.some((id) => id >= replica.core.from && !replica.has(id))
}
