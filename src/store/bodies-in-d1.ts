import { orUnavailable, type D1 } from './d1'

type BodyRow = {
  id: number
  content: string
  rendered_content: string
  client: string
  is_me_message: number
  is_deleted: number | null // null: it stands
}

/** How bodies are kept, in memory and there. */
export const keptInD1 = {
  target: 'messages',
  sizeOf: (body: { content: string; rendered_content: string }) =>
    2 * (body.content.length + body.rendered_content.length) + 200,
  tombstone: { content: '', rendered_content: '', client: '', is_me_message: false, is_deleted: true as const },
}

/** The bodies of these messages as D1 knows them, without the deleted; while it is away, a refusal that says so. */
export async function loadBodies(d1: D1, realm_id: string, ids: readonly number[]) {
  const rows = await orUnavailable(rowsOf(d1, realm_id, ids))
  if (rows.length < new Set(ids).size) console.error('D1 should know the bodies of all these messages:', ids)
  const standing = rows.filter(({ is_deleted }) => is_deleted === null)
  return new Map(
    standing.map(({ id, is_me_message, is_deleted: _, ...body }) => [
      id,
      { ...body, is_me_message: is_me_message === 1 },
    ]),
  )
}

// Ids travel as one JSON text, so their number is not limited by binding.
const rowsOf = (d1: D1, realm_id: string, ids: readonly number[]) => d1.all<BodyRow>`
  SELECT id, content, rendered_content, client, is_me_message, is_deleted FROM messages
  WHERE realm_id = ${realm_id} AND id IN (SELECT value FROM json_each(${ids}))`
