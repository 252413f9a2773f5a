import * as v from 'valibot'
import type { AnyEndpoint, Schemas } from './endpoint'
import { complaintAbout, notValidJson } from './complaints'
import { apiError, type ApiError, requestTooLarge, unreadableBody } from './errors'
import { joinedBytes } from './joined-bytes'
import { maybeJson } from './maybe-json'
import { isNestedTooDeeply } from './nesting'
import { aliasesOf, isInHeader, isText, mayBeText, takesFiles } from './params'

/** What a request holds before anyone knows what it means: fields as text, or as an uploaded file. */
export type Fields = Map<string, string | File>

const DEFAULT_BODY_LIMIT = 1024 * 1024
const UTF8 = new TextDecoder()

export const missingParameter = apiError(
  'REQUEST_VARIABLE_MISSING',
  (f: { var_name: string }) => `Missing '${f.var_name}' argument`,
)
export const confusingParameter = apiError(
  'REQUEST_CONFUSING_VAR',
  (f: { var_name1: string; var_name2: string }) =>
    `Can't decide between '${f.var_name1}' and '${f.var_name2}' arguments`,
)

/** Query and form together: clients of this family send a DELETE's fields either way. The form wins. */
export async function readFields(request: Request, url: URL, limit = DEFAULT_BODY_LIMIT): Promise<Fields> {
  // Most requests that write have no query, and looking for one is not free.
  const fields: Fields = new Map(url.search === '' ? [] : url.searchParams)
  if (request.method === 'GET' || request.method === 'HEAD' || request.body === null) return fields
  for (const [name, value] of await readForm(request, limit))
    fields.set(typeof value === 'string' ? name : nameOfOwn(name, fields), value)
  return fields
}

// Two files sent under one name are two files.
function nameOfOwn(name: string, fields: Fields): string {
  let own = name
  for (let nth = 2; fields.get(own) instanceof File; nth++) own = `${name} (${nth})`
  return own
}

async function readForm(request: Request, limit: number): Promise<Iterable<[string, string | File]>> {
  const type = request.headers.get('content-type') ?? ''
  const body = await readBody(request, limit)
  if (body.length === 0) return []
  if (/^multipart\/form-data/i.test(type)) {
    const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => undefined)
    if (form === undefined) throw unreadableBody({})
    return form
  }
  return new URLSearchParams(UTF8.decode(body))
}

async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  const declared = request.headers.get('content-length')
  if (declared === null) return readStream(request, limit)
  if (Number(declared) > limit) throw requestTooLarge({ limit })
  const body = new Uint8Array(await request.arrayBuffer())
  if (body.length > limit) throw requestTooLarge({ limit })
  return body
}

// Where no length is declared, the stream itself is counted.
async function readStream(request: Request, limit: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  // `for await` would do the same for several times the price, and every request with a body passes here.
  const reader: ReadableStreamDefaultReader<Uint8Array> = request.body!.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.length
    if (size > limit) {
      await reader.cancel()
      throw requestTooLarge({ limit })
    }
    pieces.push(read.value)
  }
  const [only] = pieces
  return only && pieces.length === 1 ? only : joinedBytes(pieces)
}

/** The parameters an endpoint declares, checked, and the names of the fields that it does not. */
export function decode(endpoint: AnyEndpoint, fields: Fields, path: Record<string, string>, vendor: string) {
  const params: Record<string, unknown> = {}
  const known = new Set(['client'])
  for (const [name, schema] of Object.entries(endpoint.params)) {
    if (takesFiles(schema)) {
      const sent = [...fields].filter(([, value]) => value instanceof File)
      for (const [field] of sent) known.add(field)
      params[name] = sent.map(([, file]) => file)
      continue
    }
    const names = [name, ...aliasesOf(schema)].flatMap((each) => spellingsOf(each, vendor))
    for (const each of names) known.add(each)
    const raw = path[name] ?? rawValue(names, fields)
    params[name] = decodeOne(name, raw, schema, vendor)
  }
  return { params, ignored: [...fields.keys()].filter((name) => !known.has(name)) }
}

/** What an endpoint wants to know from headers, by their names. */
export const headersSaid = ({ params }: AnyEndpoint, headers: Headers): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).flatMap(([name, schema]) => {
      const said = isInHeader(schema) ? headers.get(name) : null
      return said === null ? [] : [[name, said]]
    }),
  )

const OWN_PREFIX = 'svc_'
const spellingsOf = (name: string, vendor: string): string[] =>
  vendor !== '' && name.startsWith(OWN_PREFIX) ? [name, `${vendor}_${name.slice(OWN_PREFIX.length)}`] : [name]

function rawValue(names: string[], fields: Fields): string | File | undefined {
  const given = names.filter((name) => fields.has(name))
  if (given.length > 1) throw confusingParameter({ var_name1: given[0]!, var_name2: given[1]! })
  return given[0] === undefined ? undefined : fields.get(given[0])
}

function decodeOne(name: string, raw: string | File | undefined, schema: Schemas[string], vendor: string): unknown {
  if (raw === undefined) {
    const absent = v.safeParse(schema, undefined)
    if (absent.success) return absent.output
    throw missingParameter({ var_name: name })
  }
  const candidates = typeof raw === 'string' ? readings(name, raw, schema, vendor) : [raw]
  let complaint: ApiError | undefined
  for (const candidate of candidates) {
    const result = v.safeParse(schema, candidate, { abortEarly: true })
    if (result.success) return result.output
    complaint ??= complaintAbout(name, result.issues[0])
  }
  throw complaint!
}

// `to` and `anchor` may be JSON or plain text: JSON is tried first, and its complaint is the one worth telling.
function readings(name: string, raw: string, schema: Schemas[string], vendor: string): unknown[] {
  if (isText(schema))
    return vendor && raw.startsWith(`${vendor}_`) ? [raw, `svc_${raw.slice(vendor.length + 1)}`] : [raw]
  const value = isNestedTooDeeply(raw) ? undefined : maybeJson(raw)
  if (mayBeText(schema)) return value === undefined ? [raw] : [value, raw]
  if (value === undefined) throw notValidJson({ var_name: name })
  return [value]
}
