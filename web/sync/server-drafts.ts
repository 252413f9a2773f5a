import type { Json } from '../../client-state/reducer'
import type { Writable } from '../routes/route'
import { directConversation } from '../store/conversations'
import { ask, Refusal } from '../wire/requests'
import type { Draft } from './stored-drafts'

/** Creates, changes or deletes the server's copy of a draft, and returns its id. */
export async function storeAtServer(draft: Draft): Promise<number | undefined> {
  const { id } = draft
  if (draft.text.trim() === '') {
    if (id !== undefined) await ask(`DELETE /drafts/${id}`).catch(ignoreMissing)
    return undefined
  }
  if (id !== undefined) {
    try {
      await ask(`PATCH /drafts/${id}`, { draft: wireDraft(draft) })
      return id
    } catch (error) {
      ignoreMissing(error)
    }
  }
  return createAtServer(draft)
}

export async function createAtServer(draft: Draft): Promise<number> {
  const { ids } = await ask('POST /drafts', { drafts: [wireDraft(draft)] })
  return ids[0]
}

const wireDraft = ({ route, text, topic, timestamp }: Draft) => ({
  type: route.view === 'direct' ? 'private' : 'stream',
  to: route.view === 'direct' ? route.user_ids : [route.stream_id],
  topic: route.view === 'topic' ? route.topic : topic,
  content: text,
  timestamp,
})

/** Returns the conversation of a draft of the server, or undefined if the draft names none. */
export function routeOfDraft({ type, to, topic }: Json, ownId: number): Writable | undefined {
  if (type === 'private') return to.length > 0 ? directConversation(to, ownId) : undefined
  if (type !== 'stream' || to.length !== 1) return undefined
  return topic === '' ? { view: 'channel', stream_id: to[0] } : { view: 'topic', stream_id: to[0], topic }
}

function ignoreMissing(error: unknown) {
  if (!(error instanceof Refusal) || error.status !== 404) throw error
}
