import { storeUnavailable } from '../api/errors'
import type { D1 } from './d1'

type BodyRow = { id: number; content: string; rendered_content: string; client: string; is_me_message: number }

/** The bodies of these messages as D1 knows them; while it is away, a refusal that says so. */
export async function loadBodies(d1: D1, realm_id: string, ids: readonly number[]) {
  const rows = await rowsOf(d1, realm_id, ids).catch((error: unknown) => {
    console.error('D1 did not give the bodies asked for', error)
    throw storeUnavailable({})
  })
  return new Map(rows.map(({ id, is_me_message, ...body }) => [id, { ...body, is_me_message: is_me_message === 1 }]))
}

// Ids travel as one JSON text, so their number is not limited by binding.
const rowsOf = (d1: D1, realm_id: string, ids: readonly number[]) => d1.all<BodyRow>`
  SELECT id, content, rendered_content, client, is_me_message FROM messages
  WHERE realm_id = ${realm_id} AND id IN (SELECT value FROM json_each(${ids}))`
