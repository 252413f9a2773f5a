import type { AnyEndpoint } from './endpoint'

export function openApi(endpoints: readonly AnyEndpoint[]): Response {
  return Response.json({ openapi: '3.1.0', paths: endpoints.length })
}
