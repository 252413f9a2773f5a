import type { Edge } from '../../../edge'
import type { MessageBody, Realm } from '../../../realm'
import { BYTES_PER_BATCH } from '../../../store/bodies'
import type { Texts } from '../../../store/texts'
import { loadOldVersions } from '../../messages/history/old-versions-in-d1'
import { pendingOldVersions, type OldVersion } from '../../messages/history/storage'
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

/** Adds the other bodies. A message that was deleted meanwhile is left out. */
export async function withBodies(edge: Edge, { messages, bodies, next }: ReturnType<typeof messagesAfter>) {
  const missing = messages.flatMap(({ id }) => (bodies.has(id) ? [] : [id]))
  const loaded = missing.length > 0 ? await edge.loadBodies(missing, BYTES_PER_BATCH) : { found: bodies, within: 0 }
  const omitted = missing[loaded.within]
  const complete =
    omitted === undefined
      ? messages
      : messages.slice(
          0,
          messages.findIndex(({ id }) => id === omitted),
        )
  return {
    messages: complete.flatMap((message) => {
      const body = bodies.get(message.id) ?? loaded.found.get(message.id)
      return body ? [{ ...message, ...body }] : []
    }),
    next: omitted === undefined ? next : (complete.at(-1)?.id ?? null),
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
  const missing = ids.filter((id) => !found.has(id))
  const loaded =
    missing.length > 0
      ? await loadOldVersions(texts, missing, BYTES_PER_BATCH)
      : { found: new Map<number, OldVersion>(), within: 0 }
  const omitted = missing[loaded.within]
  const complete = omitted === undefined ? ids : ids.slice(0, ids.indexOf(omitted))
  return {
    versions: complete.flatMap((id) => {
      const version = found.get(id) ?? loaded.found.get(id)
      return version ? [{ id, ...version }] : []
    }),
    next: omitted === undefined ? next : (complete.at(-1) ?? null),
  }
}
