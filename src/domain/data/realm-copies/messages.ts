import type { MessageBody, Realm } from '../../../realm'
import { BYTES_PER_BATCH } from '../../../store/bodies'
import type { Batch } from '../../../store/memory-size'
import type { Texts } from '../../../store/texts'
import { loadOldVersions } from '../../messages/history/old-versions-in-d1'
import { pendingOldVersions } from '../../messages/history/storage'
import type { IndexRow } from '../../messages/message-index/message'
import { rowsAfter } from '../../messages/message-index/storage'
import { editIdsAfter } from './storage'

const MESSAGES_PER_PAGE = 200

type Available = { bodies: Map<number, MessageBody>; next: number | null }

/** Returns the next messages, with the bodies that the realm itself has. */
export function messagesAfter(realm: Realm, after: number): Available & { messages: IndexRow[] } {
  const rows = rowsAfter(realm.sql, after, MESSAGES_PER_PAGE)
  const ids = rows.map(({ id }) => id)
  const { found, within } = realm.bodies.available(ids, BYTES_PER_BATCH)
  const messages = rows.slice(0, within)
  const isLast = rows.length < MESSAGES_PER_PAGE && within === rows.length
  return { messages, bodies: found, next: isLast ? null : (messages.at(-1)?.id ?? null) }
}

type Load<Text> = (ids: readonly number[], most: number) => Promise<Batch<ReadonlyMap<number, Text>>>

/** Adds the other bodies. A message that was deleted meanwhile is left out. */
export async function withBodies(
  load: Load<MessageBody>,
  { messages, bodies, next }: ReturnType<typeof messagesAfter>,
): Promise<{ messages: (IndexRow & MessageBody)[]; next: number | null }> {
  const ids = messages.map(({ id }) => id)
  const { found, upTo } = await completed(ids, bodies, load)
  return {
    messages: messages.slice(0, upTo).flatMap((message) => {
      const body = found(message.id)
      return body ? [{ ...message, ...body }] : []
    }),
    next: upTo < ids.length ? (ids[upTo - 1] ?? null) : next,
  }
}

/** Loads the texts that the realm does not have. `upTo` is how many of the ids that covers. */
async function completed<Text>(ids: readonly number[], available: ReadonlyMap<number, Text>, load: Load<Text>) {
  const missing = ids.filter((id) => !available.has(id))
  if (missing.length === 0) return { found: (id: number) => available.get(id), upTo: ids.length }
  const loaded = await load(missing, BYTES_PER_BATCH)
  const omitted = missing[loaded.within]
  return {
    found: (id: number) => available.get(id) ?? loaded.found.get(id),
    upTo: omitted === undefined ? ids.length : ids.indexOf(omitted),
  }
}

const VERSIONS_PER_PAGE = 200

/** Returns the ids of the next edits, with the versions before them that D1 may not have yet. */
export function versionsAfter(realm: Realm, after: number) {
  const ids = editIdsAfter(realm.sql, after, VERSIONS_PER_PAGE)
  const { found, within } = pendingOldVersions(realm, ids, BYTES_PER_BATCH)
  const isLast = ids.length < VERSIONS_PER_PAGE && within === ids.length
  return { ids: ids.slice(0, within), found, next: isLast ? null : (ids[within - 1] ?? null) }
}

/** Adds the versions that only D1 has. */
export async function withVersions(texts: Texts, { ids, found, next }: ReturnType<typeof versionsAfter>) {
  const all = await completed(ids, found, (missing, most) => loadOldVersions(texts, missing, most))
  return {
    versions: ids.slice(0, all.upTo).flatMap((id) => {
      const version = all.found(id)
      return version ? [{ id, ...version }] : []
    }),
    next: all.upTo < ids.length ? (ids[all.upTo - 1] ?? null) : next,
  }
}
