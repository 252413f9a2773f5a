import type { Draft as WireDraft, Event } from '../../client-state/wire'
import { keyOfRoute, type Writable } from '../routes/route'
import { routeOfDraft } from './route-of-draft'
import type { createStoredDrafts, Draft } from './stored-drafts'

/** Brings the drafts of this browser to what other devices of the user wrote, sent or deleted. */
export function createMerging(stored: ReturnType<typeof createStoredDrafts>, changed: (key: string) => void) {
  let ownId = 0

  /** Takes over what other devices wrote. A text that was changed here stays. */
  function merge(drafts: readonly WireDraft[]) {
    const keys = new Map(stored.all().map(([key, draft]) => [draft.id, key]))
    for (const draft of drafts) {
      const route = routeOfDraft(draft, ownId)
      const key = keys.get(draft.id) ?? (route && keyOfRoute(route))
      if (key === undefined || route === undefined) continue
      const merged = takeOver(draft, route, stored.read(key))
      if (merged === undefined) continue
      stored.keep(key, merged)
      changed(key)
    }
  }

  /** Another device sent or deleted drafts. */
  function remove(isRemoved: (id: number) => boolean) {
    for (const [key, draft] of stored.all()) {
      if (draft.id === undefined || !isRemoved(draft.id)) continue
      if (draft.isChanged) stored.keep(key, { ...draft, id: undefined })
      else stored.remove(key)
      changed(key)
    }
  }

  return {
    belongTo: (user_id: number) => void (ownId = user_id),
    /** `drafts` are all that the server has. */
    reconcile(drafts: readonly WireDraft[]) {
      const ids = new Set(drafts.map(({ id }) => id))
      remove((id) => !ids.has(id))
      merge(drafts)
    },
    receive(events: readonly Event[], drafts: readonly WireDraft[]) {
      const own = events.filter((event) => event.type === 'drafts')
      if (own.length === 0) return
      const removed = new Set(own.flatMap((event) => (event.op === 'remove' ? [event.draft_id] : [])))
      remove((id) => removed.has(id))
      merge(drafts)
    },
  }
}

/** Returns the draft of the server in the form of this browser, or undefined if the local draft stays. */
function takeOver({ id, content, timestamp }: WireDraft, route: Writable, local: Draft | undefined): Draft | undefined {
  const isSame = local?.id === undefined && local?.text.trim() === content
  if (local !== undefined && !isSame && (local.id !== id || local.isChanged)) return undefined
  if (local?.id === id && local?.text.trimEnd() === content) return undefined
  const text = isSame ? local.text : content
  const topic = local?.topic ?? ''
  return { route: local?.route ?? route, text, topic, caret: text.length, id, timestamp, isChanged: false }
}
