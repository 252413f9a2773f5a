import { isOnSite, methodOf, type AnyEndpoint } from '../../src/api/endpoint'
import { endpoints } from '../../src/catalogue'
import { mapTable } from '../../src/api/table'
import type { RequestGenerator, RequestGenerators } from './request-generator'
import { accounts } from './actions/accounts'
import { channels } from './actions/channels'
import { edits } from './actions/edits'
import { flags } from './actions/flags'
import { groups } from './actions/groups'
import { linkifiers } from './actions/linkifiers'
import { messages } from './actions/messages'
import { organization } from './actions/organization'
import { ownThings } from './actions/own-things'
import { people } from './actions/people'
import { subscriptions } from './actions/subscriptions'
import { topics } from './actions/topics'
import { some } from './chances'
import { draw, isOptional } from './draw'

/** Several subjects may have generators for one endpoint. */
const written = new Map<string, RequestGenerator[]>()
const subjects: RequestGenerators[] = [
  subscriptions,
  messages,
  edits,
  topics,
  channels,
  groups,
  flags,
  ownThings,
  accounts,
  people,
  organization,
  linkifiers,
]
for (const subject of subjects)
  for (const [route, each] of Object.entries(subject))
    written.set(route, [...(written.get(route) ?? []), ...(each ?? [])])

/** The endpoints that the sequences do not use, and why. */
export const EXCLUDED: Record<string, string> = {
  'POST /register': 'the check of the law registers',
  'DELETE /events': 'the check of the law needs its queues',
  'POST /users/me/api_key/regenerate': 'the users keep their keys',
  'POST /realm/deactivate': 'no user could send a request afterwards',
  'PATCH /users/me/subscriptions/muted_topics':
    'by events alone, a client cannot know whether a wildcard mention in a muted topic counts',
}

const included: readonly AnyEndpoint[] = endpoints.filter(
  (endpoint) =>
    !isOnSite(endpoint) &&
    endpoint.kind !== 'listener' &&
    endpoint.caller.needs === 'account' &&
    !(endpoint.route in EXCLUDED),
)

export const changing = included.filter((endpoint) => !['GET', 'HEAD', 'OPTIONS'].includes(methodOf(endpoint)))

/** All generators by a stable name. */
export const generators: ReadonlyMap<string, { endpoint: AnyEndpoint; generate: RequestGenerator }> = new Map(
  included.flatMap((endpoint) => [
    ...(written.get(endpoint.route) ?? []).map(
      (generate, nth) => [`${endpoint.route} as written ${nth}`, { endpoint, generate }] as const,
    ),
    [`${endpoint.route} as drawn`, { endpoint, generate: drawn(endpoint) }] as const,
  ]),
)

function drawn({ params }: AnyEndpoint): RequestGenerator {
  const optional = Object.keys(params).filter((name) => isOptional(params[name]!))
  return ({ pick, world }) => {
    // If there are many optional parameters, few are sent: one bad value would refuse the whole request.
    const chosen = new Set(optional.length > 6 ? some(pick, optional, 3) : optional)
    return mapTable(params, (schema, name) =>
      optional.includes(name) && !chosen.has(name) ? undefined : draw(schema, name, pick, world),
    )
  }
}
