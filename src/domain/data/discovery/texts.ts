import type { Realm } from '../../../realm'
import { BYTES_PER_BATCH } from '../../../store/bodies'
import { MEBIBYTE } from '../../../store/memory-size'
import { loadOldVersions } from '../../messages/history/old-versions-in-d1'
import { editsOf, pendingOldVersions, type MessageEdit, type OldVersion } from '../../messages/history/storage'
import { heldMessagesWithIds, heldTextsOf, heldVersionsOf } from '../../messages/holds/held-storage'
import type { HeldVersion } from '../../messages/holds/hold'

const VERSIONS = { most: 1000, bytes: MEBIBYTE }

/** An earlier text of a message: who replaced it, and when. */
export type EarlierText = OldVersion & { id: number; user_id: number | null; replaced_at: number }

export type FullText = { text: OldVersion; earlier: EarlierText[]; deleted_at: number | null }

/**
 * Returns the texts of the first of these messages, with all their earlier texts. The realm has some, and D1 the others. A message
 * can be deleted during the read: then it is among the held ones afterwards, or has no text.
 */
export async function loadFullTexts(
  realm: Realm,
  ids: readonly number[],
): Promise<{ found: Map<number, FullText>; within: number }> {
  const bodies = await realm.bodies.load(ids, BYTES_PER_BATCH)
  const edits = editsOf(realm.sql, ids.slice(0, bodies.within), VERSIONS)
  const { read, kept } = fitting(realm, ids.slice(0, Math.max(1, edits.within)))
  const elsewhere = [
    ...[...edits.found.values()].flat().map(({ id }) => id),
    ...kept.flatMap(({ id, content }) => (content === null ? [id] : [])),
  ]
  const versions = await versionsWithIds(realm, elsewhere)
  const heldById = new Map(heldMessagesWithIds(realm.sql, read).map((message) => [message.id, message]))
  const heldTexts = new Map(heldTextsOf(realm.sql, read, 2 * BYTES_PER_BATCH).rows.map((text) => [text.id, text]))
  const found = new Map<number, FullText>()
  for (const id of read) {
    const kept_text = heldTexts.get(id)
    const text = kept_text === undefined || kept_text.content === null ? bodies.found.get(id) : withText(kept_text)
    if (text === undefined) continue
    const { content, rendered_content } = text
    const earlier = earlierTexts(
      edits.found.get(id) ?? [],
      kept.filter(({ message_id }) => message_id === id),
      versions,
    )
    found.set(id, { text: { content, rendered_content }, earlier, deleted_at: heldById.get(id)?.deleted_at ?? null })
  }
  return { found, within: read.length }
}

/** Returns the first of these messages whose held texts fit into memory, at least one, with their earlier texts. */
function fitting({ sql }: Realm, ids: readonly number[]) {
  const texts = heldTextsOf(sql, ids, BYTES_PER_BATCH)
  const versions = heldVersionsOf(sql, ids, BYTES_PER_BATCH)
  const endOf = (id: number | undefined, isCut: boolean) => (isCut && id !== undefined ? ids.indexOf(id) : ids.length)
  const ends = [endOf(texts.rows.at(-1)?.id, texts.isCut), endOf(versions.rows.at(-1)?.message_id, versions.isCut)]
  return { read: ids.slice(0, Math.max(1, Math.min(...ends))), kept: versions.rows }
}

const withText = ({ content, rendered_content }: Pick<HeldVersion, 'content' | 'rendered_content'>): OldVersion => ({
  content: content ?? '',
  rendered_content: rendered_content ?? '',
})

async function versionsWithIds(realm: Realm, ids: readonly number[]): Promise<Map<number, OldVersion>> {
  const { found } = pendingOldVersions(realm, ids, BYTES_PER_BATCH)
  const all = new Map(found)
  for (let left = ids.filter((id) => !all.has(id)); left.length > 0;) {
    const loaded = await loadOldVersions(realm.databases.texts, left, BYTES_PER_BATCH)
    for (const [id, version] of loaded.found) all.set(id, version)
    left = left.slice(loaded.within)
  }
  return all
}

/** What a hold kept is the text as its writer wrote it, also if an erasure has changed a name in it since. */
function earlierTexts(
  edits: readonly MessageEdit[],
  kept: readonly HeldVersion[],
  versions: ReadonlyMap<number, OldVersion>,
): EarlierText[] {
  const texts = new Map<number, EarlierText>()
  for (const { id, user_id, edited_at } of edits) {
    const version = versions.get(id)
    if (version) texts.set(id, { id, user_id, replaced_at: edited_at, ...version })
  }
  for (const { id, user_id, edited_at, ...text } of kept) {
    const version = text.content === null ? versions.get(id) : withText(text)
    if (version) texts.set(id, { id, user_id: texts.get(id)?.user_id ?? user_id, replaced_at: edited_at, ...version })
  }
  return [...texts.values()].sort((a, b) => a.id - b.id)
}
