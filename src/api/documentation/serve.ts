import { createHash } from 'node:crypto'
import { methodNotAllowed } from '../errors'
import { respondToOptions, type ResponseContext } from '../respond'
import { API_ROOT } from '../routes'
import type { RecordedExamples } from './examples'
import { openApiDocument } from './openapi'
import { MAX_QUERY_LENGTH, PAGE_HEADERS, referencePage } from './page'
import type { Build, Reference } from './reference'
import { typeDeclarations } from './typescript'

/**
 * The documentation of the API: a page for people, an OpenAPI document for tools, and types for programs in TypeScript. All are
 * public and the same in every realm. To render them takes longer than most requests, so they stay in memory as long as the isolate.
 */
type Document = {
  headers: Record<string, string>
  /** Returns a function from the search of a request to the body of the answer. */
  prepare(reference: Reference, recorded: RecordedExamples, build: Build): (search: string) => string
}

const NO_PAGE = { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" }

const DOCUMENTS: Record<string, Document> = {
  '/api': { headers: PAGE_HEADERS, prepare: referencePage },
  [`${API_ROOT}/openapi.json`]: {
    headers: { 'content-type': 'application/json; charset=utf-8', ...NO_PAGE },
    prepare: (reference, recorded) => {
      const text = JSON.stringify(openApiDocument(reference, recorded))
      return () => text
    },
  },
  '/api/types.d.ts': {
    headers: { 'content-type': 'text/plain; charset=utf-8', ...NO_PAGE },
    prepare: (reference, { vendor }) => {
      const text = typeDeclarations(reference, vendor)
      return () => text
    },
  },
}

const ALLOWED_METHODS = ['GET', 'HEAD', 'OPTIONS']

type Documented = { reference: Reference; vendor: string; build: Build }

/** Returns a part of the documentation, or undefined if the request is for another path. Throws for a wrong method. */
export async function serveDocumentation(
  request: Request,
  url: URL,
  reply: ResponseContext,
  documented: Documented,
): Promise<Response | undefined> {
  const path = url.pathname.replace(/\/$/, '')
  const document = DOCUMENTS[path]
  if (document === undefined) return undefined
  if (request.method === 'OPTIONS') return respondToOptions(reply, ALLOWED_METHODS)
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

/** The prepared documents by path. The response to the empty search stays in memory too, because it is almost every response. */
const prepared = new Map<string, (search: string) => Rendered>()

async function prepare(path: string, document: Document, { reference, vendor, build }: Documented) {
  // The examples are large, and no other request needs them.
  const { default: examples } = await import('./examples.data.json')
  const bodyFor = document.prepare(reference, { examples, vendor }, build)
  const complete = withEtag(bodyFor(''))
  const render = (search: string) => (search === '' ? complete : withEtag(bodyFor(search)))
  prepared.set(path, render)
  return render
}

const withEtag = (body: string): Rendered => ({
  body,
  etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
})
