import type { ParametersOf } from '../../client-state/wire'
import type { Client } from '../client/client'
import type { Message } from '../store/messages'
import { samePlace, type RequestChange } from '../sync/stored-changes'
import { Refusal, type Ask } from '../wire/requests'
import { laterWords } from '../words/en-later'
import { labelOf } from './labels'

type Given = Partial<ParametersOf<'PATCH /messages/:message_id'>> & {
  subscriptions?: readonly (string | { name: string })[]
}

/** Returns what a request would delete, move or subscribe to, or nothing if it is about something else. */
export function requestsOf(client: Client, route: string, parameters: object): RequestChange[] {
  const { message_id, subscriptions = [], ...others }: Given = parameters
  if (message_id !== undefined) {
    if (route === 'DELETE /messages/:message_id') return [{ kind: 'delete', message_id }]
    const isMove = route === 'PATCH /messages/:message_id' && others.content === undefined
    const message = client.store.messages.get(message_id)
    return isMove ? [{ kind: 'move', message_id, from: message && topicOf(message), ...others }] : []
  }
  // A request with more fields creates channels, or is about other users.
  if (!route.endsWith(' /users/me/subscriptions') || Object.keys(others).length > 0) return []
  const op = route.startsWith('POST') ? 'add' : 'remove'
  const changes = subscriptions.flatMap((subscription): RequestChange[] => {
    const name = typeof subscription === 'string' ? subscription : subscription.name
    const stream_id = client.channelNamed(name)
    return stream_id === undefined ? [] : [{ kind: 'subscription', op, stream_id, name }]
  })
  return changes.length === subscriptions.length ? changes : []
}

type Topic = { stream_id: number; topic: string }

const topicOf = (message: Pick<Message, 'type' | 'subject'> & { stream_id?: number }): Topic | undefined =>
  message.stream_id === undefined ? undefined : { stream_id: message.stream_id, topic: message.subject }

/** Returns what will happen to a message. */
export function textOfRequest(client: Client, change: Exclude<RequestChange, { kind: 'subscription' }>): string {
  if (change.kind === 'delete') return laterWords.willBeDeleted
  const { from, stream_id = from?.stream_id ?? 0, topic = from?.topic ?? '' } = change
  return laterWords.willMove(labelOf(client, { view: 'topic', stream_id, topic }))
}

export async function sendRequest(client: Client, ask: Ask, change: RequestChange): Promise<void> {
  if (change.kind === 'delete') {
    const { message_id } = change
    return void (await ask('DELETE /messages/:message_id', { message_id }))
  }
  if (change.kind === 'move') {
    const { kind: _kind, from: _from, ...move } = change
    await requireUnmoved(client, ask, change)
    return void (await ask('PATCH /messages/:message_id', move))
  }
  const { op, name } = change
  await (op === 'add'
    ? ask('POST /users/me/subscriptions', { subscriptions: [{ name }] })
    : ask('DELETE /users/me/subscriptions', { subscriptions: [name] }))
}

/** Throws if the message is no longer where the user saw it: a move of its whole topic would move messages that the user did not see. */
async function requireUnmoved(
  client: Client,
  ask: Ask,
  { message_id, from }: Extract<RequestChange, { kind: 'move' }>,
): Promise<void> {
  if (from === undefined) return
  const { message } = await ask('GET /messages/:message_id', { message_id, allow_empty_topic_name: true })
  const now = topicOf(message)
  if (now === undefined || samePlace(now, from)) return
  throw new Refusal(409, 'MOVED_MEANWHILE', laterWords.movedMeanwhile(labelOf(client, { view: 'topic', ...now })))
}
