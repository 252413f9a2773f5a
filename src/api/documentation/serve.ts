import { createHash } from 'node:crypto'
import { docsPage } from './page'
import type { Concepts } from '../endpoint'
import { methodNotAllowed } from '../errors'
import { openApiDocument } from './openapi'
import { options, type Reply } from '../respond'
import { API_ROOT } from '../routes'

/**
 * What the server tells of itself: a document for tools and a page for people. Both are public, the same for everyone, and
 * know nothing of any realm; each is made when it is first asked for and kept while this isolate lives.
 */
type Page = { body: string; etag: string; headers: Record<string, string> }

const PAGES: Record<string, (concepts: Concepts, vendor: string) => Omit<Page, 'etag'>> = {
  '/api': docsPage,
  [`${API_ROOT}/openapi.json`]: (concepts, vendor) => ({
    body: JSON.stringify(openApiDocument(concepts, vendor)),
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    },
  }),
}

const rendered = new Map<string, Page>()

const ALLOWED_METHODS = ['GET', 'HEAD', 'OPTIONS']

type Told = { concepts: Concepts; vendor: string }

export function serveDocumentation(request: Request, reply: Reply, { concepts, vendor }: Told): Response | undefined {
  const path = new URL(request.url).pathname.replace(/\/$/, '')
  const make = PAGES[path]
  if (make === undefined) return undefined
  if (request.method === 'OPTIONS') return options(reply, ALLOWED_METHODS)
  if (!ALLOWED_METHODS.includes(request.method)) throw methodNotAllowed({ allowed_methods: ALLOWED_METHODS })
  const page = rendered.get(path) ?? remember(path, make(concepts, vendor))
  const isKnown = request.headers.get('if-none-match')?.includes(page.etag) ?? false
  return new Response(isKnown || reply.head ? null : page.body, {
    status: isKnown ? 304 : 200,
    headers: { ...page.headers, ...PUBLIC, etag: page.etag },
  })
}

const PUBLIC = {
  'cache-control': 'public, max-age=300',
  'access-control-allow-origin': '*',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
}

function remember(path: string, page: Omit<Page, 'etag'>): Page {
  const etag = `"${createHash('sha256').update(page.body).digest('base64url').slice(0, 22)}"`
  rendered.set(path, { ...page, etag })
  return { ...page, etag }
}
