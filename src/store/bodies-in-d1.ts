import { logLine } from '../api/log-line'
import type { Texts } from './texts'
import { loadTexts } from './texts-in-d1'

type BodyRow = {
  id: number
  content: string
  rendered_content: string
  client: string
  is_me_message: number
  is_deleted: number | null // null: not deleted
}

const COLUMNS: readonly (keyof BodyRow)[] = ['content', 'rendered_content', 'client', 'is_me_message', 'is_deleted']

/** Returns how the bodies of messages are stored in D1, and how large they are in memory. */
export const bodyStorage = (texts: Texts) => ({
  target: 'messages',
  sizeOf: (body: { content: string; rendered_content: string }) =>
    2 * (body.content.length + body.rendered_content.length) + 200,
  tombstone: { content: '', rendered_content: '', client: '', is_me_message: false, is_deleted: true as const },
  load: (ids: readonly number[], most: number) => loadBodies(texts, ids, most),
})

/** Returns the bodies of the first of these messages, as many as hold `most` bytes, without deleted ones. */
export async function loadBodies(texts: Texts, ids: readonly number[], most: number) {
  const table = { name: 'messages', columns: COLUMNS, placedBy: 'first_message_id' } as const
  const { found: rows, within } = await loadTexts<BodyRow>(texts, table, { ids, most })
  const missing = new Set(ids.slice(0, within)).size - rows.length
  if (missing > 0)
    logLine('error', 'bodies_missing', { realm: texts.realm_id, missing, from_id: ids[0], to_id: ids[within - 1] })
  const existing = rows.filter(({ is_deleted }) => is_deleted === null)
  const found = new Map(
    existing.map(({ id, content, rendered_content, client, is_me_message }) => [
      id,
      { content, rendered_content, client, is_me_message: is_me_message === 1 },
    ]),
  )
  return { found, within }
}
