import type { D1 } from '../../../store/d1'
import type { D1Table } from '../../../store/d1-tables'
import { loadTexts } from '../../../store/texts-in-d1'
import { OLD_VERSIONS } from './storage'

/** The earlier versions of edited messages, in D1. */
export const oldVersionsInD1: D1Table = {
  name: OLD_VERSIONS,
  key: 'id',
  columns: ['content', 'rendered_content'],
}

type Row = { id: number; content: string; rendered_content: string }

/** Returns the versions before the first of these edits, as many as hold `most` bytes. */
export async function loadOldVersions(d1: D1, realm_id: string, ids: readonly number[], most: number) {
  const { found: rows, within } = await loadTexts<Row>(d1, realm_id, oldVersionsInD1, { ids, most })
  const found = new Map(rows.map(({ id, content, rendered_content }) => [id, { content, rendered_content }]))
  return { found, within }
}
