import type { AnyEndpoint } from './endpoint'

export function docsPage(endpoints: readonly AnyEndpoint[]): Response {
  return new Response(String(endpoints.length))
}
