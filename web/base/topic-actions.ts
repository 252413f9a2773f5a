import { channelOf, names, report, setNotice, store } from '../app'
import { policyOf } from '../store/conversations'
import { maySubscribe } from '../store/may-act'
import { ask } from '../wire/requests'
import { words } from '../words/en'
import { topicName } from './labels'

export const INHERIT = 0
export const MUTED = 1
export const UNMUTED = 2
export const FOLLOWED = 3

type Topic = { stream_id: number; topic: string }

/** Mutes, unmutes or follows a topic. The notice restores what was before. */
export function setTopicPolicy({ stream_id, topic }: Topic, visibility_policy: number): void {
  const before = policyOf(store.state, stream_id, topic)
  const change = (policy: number) =>
    ask('POST /user_topics', { stream_id, topic, visibility_policy: policy }).catch(report)
  void change(visibility_policy)
  setNotice({
    text: words.topicPolicy[visibility_policy]?.(topicName(topic)) ?? '',
    undo: () => void change(before),
  })
}

const RESOLVED_PREFIX = '✔ '

export const isResolved = (topic: string): boolean => topic.startsWith(RESOLVED_PREFIX)

/** Resolves a topic, or opens it again. Every message of the topic moves, so one message is enough to name. */
export async function toggleResolved({ stream_id, topic }: Topic): Promise<void> {
  try {
    const message_id = await newestIdOf({ stream_id, topic })
    if (message_id === undefined) return
    const next = isResolved(topic) ? topic.slice(RESOLVED_PREFIX.length) : `${RESOLVED_PREFIX}${topic}`
    await ask(`PATCH /messages/${message_id}`, { topic: next, propagate_mode: 'change_all' })
    setNotice({
      text: isResolved(topic) ? words.topicOpened(topic.slice(RESOLVED_PREFIX.length)) : words.topicResolved(topic),
      undo: () => void toggleResolved({ stream_id, topic: next }),
    })
  } catch (error) {
    report(error)
  }
}

/** Returns the newest message of a topic, or undefined if it has none. */
export async function newestIdOf({ stream_id, topic }: Topic): Promise<number | undefined> {
  const { messages } = await ask('GET /messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: [
      { operator: 'channel', operand: stream_id },
      { operator: 'topic', operand: topic },
    ],
    allow_empty_topic_name: true,
  })
  return messages.at(-1)?.id
}

export function setChannelProperty(stream_id: number, property: 'is_muted' | 'pin_to_top', value: boolean): void {
  ask('POST /users/me/subscriptions/properties', { subscription_data: [{ stream_id, property, value }] }).catch(report)
}

export async function subscribe(stream_id: number): Promise<void> {
  await ask('POST /users/me/subscriptions', { subscriptions: [{ name: names.channel(stream_id) }] }).catch(report)
}

export async function unsubscribe(stream_id: number): Promise<void> {
  const name = names.channel(stream_id)
  // The channel may be hidden from the user afterwards.
  const mayReturn = maySubscribe(store.state, channelOf(stream_id))
  try {
    await ask('DELETE /users/me/subscriptions', { subscriptions: [name] })
    const undo = mayReturn ? { undo: () => void subscribe(stream_id) } : {}
    setNotice({ text: words.unsubscribed(name), ...undo })
  } catch (error) {
    report(error)
  }
}
