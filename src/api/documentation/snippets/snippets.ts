import type { AnyEndpoint } from '../../endpoint'
import type { Example } from '../examples'
import { curl } from './curl'
import { javascript } from './javascript'
import { python } from './python'
import { exampleRequest } from './request'

export const LANGUAGES = ['curl', 'JavaScript', 'Python'] as const
type Language = (typeof LANGUAGES)[number]

/** Returns the example request of an endpoint in each language. */
export function snippetsOf(endpoint: AnyEndpoint, example: Example): Record<Language, string> {
  const request = exampleRequest(endpoint, example)
  return { curl: curl(request), JavaScript: javascript(request), Python: python(request) }
}
