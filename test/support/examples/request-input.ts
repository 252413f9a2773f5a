import { isInHeader } from '../../../src/api/params'
import type { AnyEndpoint } from '../../../src/api/endpoint'
import type { Example } from '../../../src/api/documentation/examples'

const MAX_FORM_BYTES = 64 * 1024

/** Returns what a request sends beside its path: fields, declared headers, files, or the type of another body. */
export async function inputOf(endpoint: AnyEndpoint, request: Request): Promise<Partial<Example>> {
  const fields: Record<string, string> = Object.fromEntries(new URL(request.url).searchParams)
  const files: Record<string, string> = {}
  const type = request.headers.get('content-type') ?? ''
  const bytes = request.body === null ? new ArrayBuffer(0) : await request.arrayBuffer()
  const hasBody = bytes.byteLength > 0
  const isForm = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)/i.test(type)
  if (isForm && hasBody && bytes.byteLength < MAX_FORM_BYTES)
    for (const [name, value] of await new Response(bytes, { headers: { 'content-type': type } }).formData())
      // Some tests send spaces that the server trims.
      if (typeof value === 'string') fields[name] = value.trim()
      else files[name] = value.name
  return withoutEmptyParts({
    fields,
    headers: headersOf(endpoint, request),
    files,
    body: hasBody && !isForm ? type : undefined,
  })
}

const headersOf = ({ params }: AnyEndpoint, { headers }: Request): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).flatMap(([name, schema]) => {
      const value = isInHeader(schema) ? headers.get(name) : null
      return value === null || name.toLowerCase() === 'content-type' ? [] : [[name, value]]
    }),
  )

const withoutEmptyParts = (parts: Partial<Example>): Partial<Example> =>
  Object.fromEntries(
    Object.entries(parts).filter(
      ([, part]) => part !== undefined && (typeof part !== 'object' || Object.keys(part).length > 0),
    ),
  )
