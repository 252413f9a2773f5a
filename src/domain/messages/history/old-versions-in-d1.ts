import type { Batch } from '../../../store/memory-size'
import type { D1Table } from '../../../store/d1-tables'
import type { Texts } from '../../../store/texts'
import { loadTexts } from '../../../store/texts-in-d1'
import { MAX_OLD_VERSIONS_BYTES, type Histories } from './histories'
import { cutHistories, versionIdsOf } from './history-rules'
import { OLD_VERSIONS } from './storage'

/** The earlier versions of edited messages, in D1. */
export const oldVersionsInD1 = {
  name: OLD_VERSIONS,
  key: 'id',
  placedBy: 'first_edit_id',
  columns: ['content', 'rendered_content'],
} as const satisfies D1Table

type Row = { id: number; content: string; rendered_content: string }

/** Returns the versions before the first of these edits, as many as hold `most` bytes. */
export async function loadOldVersions(texts: Texts, ids: readonly number[], most: number) {
  const { found: rows, within } = await loadTexts<Row>(texts, oldVersionsInD1, { ids, most })
  const found = new Map(rows.map(({ id, content, rendered_content }) => [id, { content, rendered_content }]))
  return { found, within }
}

/** Returns the old versions of the first messages. The realm has some of them. D1 has the others. */
export async function loadVersions(
  texts: Texts,
  { histories, oldVersions: pending }: Histories,
  ids: readonly number[],
): Promise<Batch<Histories>> {
  const toLoad = versionIdsOf(histories, ids).filter((version) => !pending.has(version))
  if (toLoad.length === 0) return { found: { histories, oldVersions: pending }, within: ids.length }
  const loaded = await loadOldVersions(texts, toLoad, MAX_OLD_VERSIONS_BYTES)
  const { found, within } = cutHistories(histories, ids, toLoad[loaded.within])
  return { found: { histories: found, oldVersions: new Map([...pending, ...loaded.found]) }, within }
}
