import type { Draft } from '../../client-state/wire'
import type { Writable } from '../routes/route'
import { directConversation } from '../store/conversations'

/** Returns the conversation of a draft of the server, or undefined if the draft names none. */
export function routeOfDraft(
  { type, to, topic }: Pick<Draft, 'type' | 'to' | 'topic'>,
  ownId: number,
): Writable | undefined {
  if (type === 'private') return to.length > 0 ? directConversation(to, ownId) : undefined
  const [stream_id, ...others] = to
  if (type !== 'stream' || stream_id === undefined || others.length > 0) return undefined
  return topic === '' ? { view: 'channel', stream_id } : { view: 'topic', stream_id, topic }
}
