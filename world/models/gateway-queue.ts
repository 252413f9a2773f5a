import type { Model } from './explore.ts'

/**
 * The queue of one client at a gateway (src/events/gateways/gateway-log.ts). The realm publishes events and calls the gateway with those
 * that the gateway lacks; a reply may be lost. The gateway has new events in memory, and writes those that the client has not
 * acknowledged. It may restart: then it has what it wrote, and the realm sends the others again. The realm deletes what the
 * gateway has confirmed as written, and the gateway deletes what the client has acknowledged.
 */
export type State = {
  realm: { published: number; deletedUpTo: number; position: number | undefined; stored: number }
  gateway: { lastId: number; storedUpTo: number; recentAfter: number; recent: number[]; segments: number[][] }
  /** What the client has received and acknowledged, in the order of receipt. */
  client: { received: number[]; acknowledged: number }
  left: { losses: number; restarts: number }
}
export type Step = {
  do: 'publish' | 'call' | 'call and lose the reply' | 'write' | 'read' | 'acknowledge' | 'delete' | 'restart'
}

/** Ways to break it, which the model must find. */
export type Defect =
  | 'the realm deletes what the gateway has in memory'
  | 'the gateway writes what was never sent'
  | 'the gateway deletes what was sent'
  | 'a gap is accepted'

const EVENTS = 3

export function gatewayModel(defect?: Defect): Model<State, Step> {
  const start: State = {
    realm: { published: 0, deletedUpTo: 0, position: 0, stored: 0 },
    gateway: { lastId: 0, storedUpTo: 0, recentAfter: 0, recent: [], segments: [] },
    client: { received: [], acknowledged: 0 },
    left: { losses: 1, restarts: 2 },
  }
  return { start, next: (state) => following(state, defect), problemOf }
}

/** Returns the events of a gateway after an id. */
export const eventsAfter = ({ segments, recentAfter, recent }: State['gateway'], id: number): number[] => [
  ...segments.flat().filter((event) => event > id && event <= recentAfter),
  ...recent.filter((event) => event > id && event > recentAfter),
]

function following(state: State, defect: Defect | undefined): [Step, State][] {
  const { realm, gateway, client, left } = state
  const found: [Step, State][] = []
  const may = (name: Step['do'], change: (copy: State) => void) => {
    const copy = structuredClone(state)
    change(copy)
    if (JSON.stringify(copy) !== JSON.stringify(state)) found.push([{ do: name }, copy])
  }
  const last = client.received.at(-1) ?? 0
  if (realm.published < EVENTS) may('publish', (copy) => copy.realm.published++)
  may('call', (copy) => call(copy, defect))
  if (left.losses > 0)
    may('call and lose the reply', (copy) => {
      call(copy, defect)
      Object.assign(copy.realm, { position: undefined, stored: realm.stored, deletedUpTo: realm.deletedUpTo })
      copy.left.losses--
    })
  may('write', (copy) => {
    const isNeeded = (id: number) =>
      id > (defect === 'the gateway writes what was never sent' ? last : client.acknowledged)
    const segment = gateway.recent.filter((id) => id > gateway.storedUpTo && isNeeded(id))
    if (segment.length > 0) copy.gateway.segments.push(segment)
    copy.gateway.storedUpTo = gateway.lastId
  })
  may('read', (copy) => copy.client.received.push(...eventsAfter(gateway, last)))
  may('acknowledge', (copy) => (copy.client.acknowledged = last))
  may('delete', (copy) => {
    const upTo = defect === 'the gateway deletes what was sent' ? last : client.acknowledged
    copy.gateway.segments = gateway.segments.filter((segment) => (segment.at(-1) ?? 0) > upTo)
  })
  if (left.restarts > 0)
    may('restart', (copy) => {
      const { storedUpTo } = gateway
      Object.assign(copy.gateway, { lastId: storedUpTo, recentAfter: storedUpTo, recent: [] })
      // The client comes back, and goes on after what it has acknowledged.
      copy.client.received = client.received.filter((id) => id <= client.acknowledged)
      copy.left.restarts--
    })
  return found
}

/** The realm sends what follows the position that it knows. A reply says what the gateway has, and what it has written. */
function call({ realm, gateway }: State, defect: Defect | undefined): void {
  const from = realm.position ?? realm.published
  if (from <= gateway.lastId || defect === 'a gap is accepted') {
    for (let id = Math.max(from, realm.deletedUpTo) + 1; id <= realm.published; id++)
      if (id > gateway.lastId) gateway.recent.push(id)
    gateway.lastId = Math.max(gateway.lastId, realm.published)
  }
  realm.position = gateway.lastId
  realm.stored = gateway.storedUpTo
  realm.deletedUpTo =
    defect === 'the realm deletes what the gateway has in memory' ? gateway.lastId : gateway.storedUpTo
}

/** The client received each event once, in order, and whatever it still needs is somewhere. */
function problemOf({ realm, gateway, client }: State): string | undefined {
  if (client.received.some((id, at) => id !== at + 1)) return `The client received ${client.received.join(', ')}`
  for (let id = client.acknowledged + 1; id <= realm.published; id++) {
    const isInRealm = id > realm.deletedUpTo
    const isInGateway = eventsAfter(gateway, 0).includes(id) && (id <= gateway.storedUpTo || isInRealm)
    if (id <= gateway.lastId ? !isInGateway : !isInRealm) return `Event ${id} is lost`
  }
  return undefined
}
