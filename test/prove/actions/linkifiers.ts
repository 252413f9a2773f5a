import type { RequestGenerators } from '../request-generator'

const WORDS = [
  { pattern: '#(?P<id>[0-9]+)', url_template: 'https://issues.example.com/{id}' },
  { pattern: 'secret[0-9]+x', url_template: 'https://example.com' },
  { pattern: '(?P<page>lunch|dinner)', url_template: 'https://wiki.example.com{/page}' },
]
const CODE = { pygments_language: 'Rust', url_template: 'https://play.example.com/?code={code}' }
const IDS = [1, 2, 3, 4]

/** Linkifiers and code playgrounds. */
export const linkifiers: RequestGenerators = {
  'POST /realm/filters': [({ pick }) => pick(WORDS)],
  'PATCH /realm/filters/:filter_id': [({ pick }) => ({ filter_id: pick(IDS), ...pick(WORDS) })],
  'DELETE /realm/filters/:filter_id': [({ pick }) => ({ filter_id: pick(IDS) })],
  'PATCH /realm/linkifiers': [
    ({ pick }) => ({ ordered_linkifier_ids: pick([[1], [2], [1, 2], [2, 1], [2, 3], [3, 2, 1]]) }),
  ],
  'POST /realm/playgrounds': [({ pick }) => ({ name: pick(['Try', 'Run']), ...CODE })],
  'DELETE /realm/playgrounds/:playground_id': [({ pick }) => ({ playground_id: pick(IDS) })],
}
