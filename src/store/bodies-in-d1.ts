import { orUnavailable, withinOf, type D1 } from './d1'

type BodyRow = {
  id: number
  content: string
  rendered_content: string
  client: string
  is_me_message: number
  is_deleted: number | null // null: it stands
  rank: number // its place among the ids that were asked for
  known: number // how many of them D1 knows
}

/** How bodies are kept, in memory and there. */
export const bodyStorage = (d1: D1, realm_id: string) => ({
  target: 'messages',
  sizeOf: (body: { content: string; rendered_content: string }) =>
    2 * (body.content.length + body.rendered_content.length) + 200,
  tombstone: { content: '', rendered_content: '', client: '', is_me_message: false, is_deleted: true as const },
  load: (ids: readonly number[], most: number) => loadBodies(d1, realm_id, ids, most),
})

/**
 * The bodies of the first of these messages as D1 knows them, as many as hold `most` bytes, without the deleted; while it
 * is away, a refusal that says so.
 */
export async function loadBodies(d1: D1, realm_id: string, ids: readonly number[], most: number) {
  const rows = await orUnavailable(rowsOf(d1, realm_id, ids, most))
  const within = withinOf(ids, rows)
  if (rows.length < new Set(ids.slice(0, within)).size)
    console.error('D1 should know the bodies of all these messages:', ids.slice(0, within))
  const standing = rows.filter(({ is_deleted }) => is_deleted === null)
  const found = new Map(
    standing.map(({ id, is_me_message, is_deleted: _, rank: __, known: ___, ...body }) => [
      id,
      { ...body, is_me_message: is_me_message === 1 },
    ]),
  )
  return { found, within }
}

// Ids travel as one JSON text, so their number is not limited by binding. The sizes are looked at first: what does not fit
// never leaves D1.
const rowsOf = (d1: D1, realm_id: string, ids: readonly number[], most: number) => d1.all<BodyRow>`
  WITH realm AS (SELECT ${realm_id} AS id),
  sized AS (
    SELECT wanted.key AS rank, m.id, 2 * (octet_length(m.content) + octet_length(m.rendered_content)) + 200 AS bytes
    FROM json_each(${ids}) AS wanted CROSS JOIN messages AS m ON m.realm_id = (SELECT id FROM realm) AND m.id = wanted.value),
  held AS (SELECT rank, id, bytes, sum(bytes) OVER (ORDER BY rank) AS held, count(*) OVER () AS known FROM sized)
  SELECT m.id, m.content, m.rendered_content, m.client, m.is_me_message, m.is_deleted, held.rank, held.known
  FROM held CROSS JOIN messages AS m ON m.realm_id = (SELECT id FROM realm) AND m.id = held.id
  WHERE held.held <= ${most} OR held.held = held.bytes`
