import type { Json } from '../../client-state/reducer'
import type { Writable } from '../routes/route'
import { directConversation } from '../store/conversations'

/** Returns the conversation of a draft of the server, or undefined if the draft names none. */
export function routeOfDraft({ type, to, topic }: Json, ownId: number): Writable | undefined {
  if (type === 'private') return to.length > 0 ? directConversation(to, ownId) : undefined
  if (type !== 'stream' || to.length !== 1) return undefined
  return topic === '' ? { view: 'channel', stream_id: to[0] } : { view: 'topic', stream_id: to[0], topic }
}
