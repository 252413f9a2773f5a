import type { ParametersOf } from '../../client-state/wire'
import { Refusal, type Ask } from '../wire/requests'
import type { createStoredDrafts, Draft } from './stored-drafts'

/** Sends a draft, and notes that the server has it. Returns false if the user wrote more meanwhile. */
export async function sendDraft(
  ask: Ask,
  stored: ReturnType<typeof createStoredDrafts>,
  key: string,
  draft: Draft,
): Promise<boolean> {
  const id = await storeAtServer(ask, draft)
  const current = stored.read(key)
  if (current === undefined) return true
  const isSame = current.text === draft.text && current.topic === draft.topic
  if (current.text.trim() === '' && isSame && current.topic === '') stored.remove(key)
  else stored.keep(key, { ...current, id, isChanged: !isSame })
  return isSame
}

/** Creates, changes or deletes the server's copy of a draft, and returns its id. */
async function storeAtServer(ask: Ask, draft: Draft): Promise<number | undefined> {
  const { id } = draft
  if (draft.text.trim() === '') {
    if (id !== undefined) await ask('DELETE /drafts/:draft_id', { draft_id: id }).catch(ignoreMissing)
    return undefined
  }
  if (id !== undefined) {
    try {
      await ask('PATCH /drafts/:draft_id', { draft_id: id, draft: wireDraft(draft) })
      return id
    } catch (error) {
      ignoreMissing(error)
    }
  }
  return createAtServer(ask, draft)
}

export async function createAtServer(ask: Ask, draft: Draft): Promise<number | undefined> {
  const { ids } = await ask('POST /drafts', { drafts: [wireDraft(draft)] })
  return ids[0]
}

type DraftParameter = ParametersOf<'PATCH /drafts/:draft_id'>['draft']

const wireDraft = ({ route, text, topic, timestamp }: Draft): DraftParameter => ({
  type: route.view === 'direct' ? 'private' : 'stream',
  to: route.view === 'direct' ? route.user_ids : [route.stream_id],
  topic: route.view === 'topic' ? route.topic : topic,
  content: text,
  timestamp,
})

function ignoreMissing(error: unknown) {
  if (!(error instanceof Refusal) || error.status !== 404) throw error
}
