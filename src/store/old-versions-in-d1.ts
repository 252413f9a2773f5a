import { orUnavailable, withinOf, type D1 } from './d1'

type Row = { id: number; content: string; rendered_content: string; rank: number; known: number }

/**
 * What messages said before they were edited, by the ids of the edits: the first of these, as many as hold `most` bytes.
 * While D1 is away, a refusal that says so.
 */
export async function loadOldVersions(d1: D1, realm_id: string, ids: readonly number[], most: number) {
  const rows = await orUnavailable(rowsOf(d1, realm_id, ids, most))
  const found = new Map(rows.map(({ id, content, rendered_content }) => [id, { content, rendered_content }]))
  return { found, within: withinOf(ids, rows) }
}

const rowsOf = (d1: D1, realm_id: string, ids: readonly number[], most: number) => d1.all<Row>`
  WITH realm AS (SELECT ${realm_id} AS id),
  sized AS (
    SELECT wanted.key AS rank, o.id, 2 * (octet_length(o.content) + octet_length(o.rendered_content)) + 200 AS bytes
    FROM json_each(${ids}) AS wanted CROSS JOIN old_versions AS o ON o.realm_id = (SELECT id FROM realm) AND o.id = wanted.value),
  held AS (SELECT rank, id, bytes, sum(bytes) OVER (ORDER BY rank) AS held, count(*) OVER () AS known FROM sized)
  SELECT o.id, o.content, o.rendered_content, held.rank, held.known
  FROM held CROSS JOIN old_versions AS o ON o.realm_id = (SELECT id FROM realm) AND o.id = held.id
  WHERE held.held <= ${most} OR held.held = held.bytes`
