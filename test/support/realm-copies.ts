import { env } from 'cloudflare:workers'
import { visit } from './files'
import { succeeded, formOf, type FieldValue, type Json } from './person'
import type { TestRealm } from './realm'

/** A complete copy of a realm, as `npm run parley -- export` writes it into a folder. */
export type Copy = { marker: Json; tables: Record<string, Json[]>; messages: Json[]; versions: Json[] }

const authorization = `Bearer ${env.DEPLOYMENT_SECRET}`

/** Sends a request of the operator, who has the deployment's secret. */
export async function asOperator(
  realm: TestRealm,
  request: string,
  fields: Record<string, FieldValue> = {},
): Promise<Json> {
  const [method = '', path = ''] = request.split(' ')
  const isGet = method === 'GET'
  const response = await realm.request(isGet ? `${path}?${String(formOf(fields))}` : path, {
    method,
    headers: { authorization },
    ...(isGet ? {} : { body: formOf(fields) }),
  })
  return response.json()
}

/** Reads a list of a copy, page after page. */
async function pagesOf(realm: TestRealm, path: string, field: string): Promise<Json[]> {
  const rows: Json[] = []
  let after: Json
  do {
    const page = succeeded(await asOperator(realm, `GET ${path}`, after === undefined ? {} : { after }))
    rows.push(...page[field])
    after = page.next
  } while (after !== null)
  return rows
}

export async function copyOf(realm: TestRealm): Promise<Copy> {
  const { result: _, msg: __, ...marker } = succeeded(await asOperator(realm, 'GET /parley/copy'))
  const tables: Record<string, Json[]> = {}
  for (const { name } of marker.tables) tables[name] = await pagesOf(realm, `/parley/copy/tables/${name}`, 'rows')
  return {
    marker,
    tables,
    messages: await pagesOf(realm, '/parley/copy/messages', 'messages'),
    versions: await pagesOf(realm, '/parley/copy/old_versions', 'versions'),
  }
}

export const fileOfCopy = (realm: TestRealm, key: string, headers: Record<string, string> = {}): Promise<Response> =>
  visit(realm, `/api/v1/parley/copy/file?key=${encodeURIComponent(key)}`, { headers: { authorization, ...headers } })

export const putFileOfCopy = async (
  realm: TestRealm,
  { copy_id, key, body }: { copy_id: string; key: string; body: string | Uint8Array<ArrayBuffer> },
): Promise<Json> =>
  (
    await realm.request('/parley/copy/file', {
      method: 'PUT',
      headers: { authorization, 'copy-id': copy_id, 'file-key': key },
      body,
    })
  ).json()

type Choices = { copy_id?: string; keeps_owners?: boolean }

/** Fills a realm from a copy, and opens it. Returns the rows that were left out. */
export async function fill(realm: TestRealm, copy: Copy, choices: Choices = {}): Promise<Json[]> {
  const { copy_id = 'the copy', keeps_owners = false } = choices
  const { last_event_id, sequences } = copy.marker
  succeeded(await asOperator(realm, 'POST /parley/copy/import', { copy_id, last_event_id, keeps_owners }))
  const refused: Json[] = []
  const send = async (path: string, rows: Json[]) => {
    const answer = succeeded(await asOperator(realm, `POST ${path}`, { copy_id, rows: JSON.stringify(rows) }))
    refused.push(...answer.refused)
  }
  const { reactions = [], ...others } = copy.tables
  for (const [name, rows] of Object.entries(others)) await send(`/parley/copy/tables/${name}`, rows)
  await send('/parley/copy/messages', copy.messages)
  await send('/parley/copy/old_versions', copy.versions)
  await send('/parley/copy/tables/reactions', reactions)
  succeeded(await asOperator(realm, 'POST /parley/copy/finish', { copy_id, sequences: JSON.stringify(sequences) }))
  return refused
}
