import { createHash } from 'node:crypto'
import { methodNotAllowed } from '../errors'
import { options, type ResponseContext } from '../respond'
import { API_ROOT } from '../routes'
import type { Recorded } from './examples'
import { openApiDocument } from './openapi'
import { MAX_QUERY_LENGTH, PAGE_HEADERS, referencePage } from './page'
import type { Reference } from './reference'

/**
 * The documentation of the API: a page for people, and an OpenAPI document for tools. Both are public and the same in every
 * realm. Rendering costs more than most requests, so its result stays in memory as long as the isolate does.
 */
type Document = {
  headers: Record<string, string>
  /** Returns a function from the search of a request to the body of the answer. */
  prepare(reference: Reference, recorded: Recorded): (search: string) => string
}

const DOCUMENTS: Record<string, Document> = {
  '/api': { headers: PAGE_HEADERS, prepare: referencePage },
  [`${API_ROOT}/openapi.json`]: {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    },
    prepare: (reference, recorded) => {
      const text = JSON.stringify(openApiDocument(reference, recorded))
      return () => text
    },
  },
}

const ALLOWED_METHODS = ['GET', 'HEAD', 'OPTIONS']

type Documented = { reference: Reference; vendor: string }

export async function serveDocumentation(
  request: Request,
  reply: ResponseContext,
  documented: Documented,
): Promise<Response | undefined> {
  const url = new URL(request.url)
  const path = url.pathname.replace(/\/$/, '')
  const document = DOCUMENTS[path]
  if (document === undefined) return undefined
  if (request.method === 'OPTIONS') return options(reply, ALLOWED_METHODS)
  if (!ALLOWED_METHODS.includes(request.method)) throw methodNotAllowed({ allowed_methods: ALLOWED_METHODS })
  const render = prepared.get(path) ?? (await prepare(path, document, documented))
  const { body, etag } = render(searchOf(url))
  const isUnchanged = request.headers.get('if-none-match')?.includes(etag) ?? false
  return new Response(isUnchanged || reply.head ? null : body, {
    status: isUnchanged ? 304 : 200,
    headers: { ...document.headers, ...PUBLIC, etag },
  })
}

const searchOf = ({ searchParams }: URL): string => (searchParams.get('q') ?? '').trim().slice(0, MAX_QUERY_LENGTH)

const PUBLIC = {
  'cache-control': 'public, max-age=300',
  'access-control-allow-origin': '*',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
}

type Rendered = { body: string; etag: string }

/** By path. The answer to the empty search stays in memory, too; it is the answer to almost every request. */
const prepared = new Map<string, (search: string) => Rendered>()

async function prepare(path: string, document: Document, { reference, vendor }: Documented) {
  // The examples are large, and no other request needs them.
  const { default: examples } = await import('./examples.data.json')
  const bodyFor = document.prepare(reference, { examples, vendor })
  const whole = withEtag(bodyFor(''))
  const render = (search: string) => (search === '' ? whole : withEtag(bodyFor(search)))
  prepared.set(path, render)
  return render
}

const withEtag = (body: string): Rendered => ({
  body,
  etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
})
