import { isOnSite, methodOf, type AnyEndpoint } from '../../src/api/endpoint'
import { endpoints } from '../../src/catalogue'
import { mapTable } from '../../src/api/table'
import type { Wish, Wishes } from './action'
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

/** Two concepts may wish for the same, each in its own way. */
const said = new Map<string, Wish[]>()
const concepts: Wishes[] = [
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
for (const concept of concepts)
  for (const [route, each] of Object.entries(concept)) said.set(route, [...(said.get(route) ?? []), ...(each ?? [])])

/** What nobody here does: the end of the world they do it in, or nothing that anyone else could notice. */
export const NOBODY_DOES: Record<string, string> = {
  'POST /register': 'everyone registers all the time, to see whether the law holds',
  'DELETE /events': 'queues are what it is seen by',
  'POST /users/me/api_key/regenerate': 'everyone is let in by the key that they had in the beginning',
  'POST /realm/deactivate': 'there would be nobody left to look',
}

const asked: readonly AnyEndpoint[] = endpoints.filter(
  (endpoint) =>
    !isOnSite(endpoint) &&
    endpoint.kind !== 'listener' &&
    endpoint.caller.needs === 'account' &&
    !(endpoint.route in NOBODY_DOES),
)

export const changing = asked.filter((endpoint) => !['GET', 'HEAD', 'OPTIONS'].includes(methodOf(endpoint)))

/** Everything that can be wished for, by a name that stays: what makes sense several times, as it is drawn from them. */
export const wishes: ReadonlyMap<string, { endpoint: AnyEndpoint; wish: Wish }> = new Map(
  asked.flatMap((endpoint) => [
    ...(said.get(endpoint.route) ?? []).map(
      (wish, nth) => [`${endpoint.route} as said ${nth}`, { endpoint, wish }] as const,
    ),
    [`${endpoint.route} as drawn`, { endpoint, wish: drawn(endpoint) }] as const,
  ]),
)

function drawn({ params }: AnyEndpoint): Wish {
  const optional = Object.keys(params).filter((name) => isOptional(params[name]!))
  return ({ pick, world }) => {
    // Of many that may be left out, few are said: or one that makes no sense would spoil them all.
    const chosen = new Set(optional.length > 6 ? some(pick, optional, 3) : optional)
    return mapTable(params, (schema, name) =>
      optional.includes(name) && !chosen.has(name) ? undefined : draw(schema, name, pick, world),
    )
  }
}
