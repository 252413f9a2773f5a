import { orUnavailable, type D1 } from './d1'

type OldVersion = { content: string; rendered_content: string }

/** What messages said before they were edited, by the ids of the edits; while D1 is away, a refusal that says so. */
export async function loadOldVersions(d1: D1, realm_id: string, ids: readonly number[]) {
  const rows = await orUnavailable(rowsOf(d1, realm_id, ids))
  return new Map(rows.map(({ id, ...version }) => [id, version]))
}

const rowsOf = (d1: D1, realm_id: string, ids: readonly number[]) => d1.all<OldVersion & { id: number }>`
  SELECT id, content, rendered_content FROM old_versions
  WHERE realm_id = ${realm_id} AND id IN (SELECT value FROM json_each(${ids}))`
