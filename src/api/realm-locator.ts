import type { PingStub, RealmResult, RealmCall, RealmStub } from './realm-call'
import type { RealmPlace } from './endpoint'
import { badRequest, realmAlreadyExists, realmDoesNotExist } from './errors'
import { hasSmallBody } from './admit-before-body'
import { logLine } from './log-line'
import {
  isFromNoRealm,
  neighborName,
  neighborNumberOf,
  nextNeighbor,
  noRealmResponse,
  requestsForNeighbor,
  Senders,
} from './neighbors'
import { traced } from './traced'
import { PING_GATEWAY } from '../events/gateways/queue-ids'
import type { SendBeside } from '../outside/fetch-outside'

/**
 * Calls realm objects. A realm is in the default location, or in the jurisdiction that its creator chose. The locator calls the
 * default location first, so most requests need one call, and caches the jurisdiction of other realms. A call of an object
 * without a realm creates no storage.
 */
export type RealmLocator = {
  /** Returns the realm's result. It refuses if there is no realm, or if the call creates a realm whose name exists. */
  ask(place: RealmPlace, call: RealmCall): Promise<RealmResult>
  /** Sends the request of a listener to the realm, or to one of its gateways. The status is `NO_REALM_STATUS` if there is no realm. */
  fetch(place: RealmPlace, url: string, init: RequestInit, gateway?: number): Promise<Response>
  /** Returns the response of a neighbor of the realm. Undefined if the deployment has no neighbors. Throws if there is no such realm. */
  fetchBeside(realm_name: string, requestFor: () => Request): Promise<Response | undefined>
  /** Returns the answer of the realm's gateway for pings, or that of the realm if it has no such gateway. */
  ping(place: RealmPlace, call: RealmCall): Promise<RealmResult>
  /** Returns whether a realm of this name exists, in any location. */
  exists(name: string): Promise<boolean>
  /** Whether the deployment has gateways. */
  hasGateways: boolean
}

/** The status of the response to a listener if the object has no realm. */
export const NO_REALM_STATUS = 404

const JURISDICTIONS = ['eu', 'fedramp'] as const
type Jurisdiction = (typeof JURISDICTIONS)[number]

export const jurisdictionsUnavailable = badRequest(() => 'This server has no jurisdictions')

const jurisdictions = new Map<string, Jurisdiction>()
/** Names without a realm, and when the locator looks in all jurisdictions again. */
const absentUntil = new Map<string, number>()
const ABSENT_FOR_MILLISECONDS = 60_000
// A client can send any number of names.
const MAX_ABSENT_NAMES = 10_000
/** The realms that have a gateway for pings, by their last answers. If a realm closed it meanwhile, the Worker asks the realm. */
const withPingGateway = new Set<string>()
const MAX_PING_GATEWAYS = 10_000

/** The neighbors that have answered this Worker: their realms have created them. */
const calledNeighbors = new Set<string>()
const MAX_CALLED_NEIGHBORS = 40_000

export function realmLocator(
  namespace: DurableObjectNamespace,
  gateways?: DurableObjectNamespace,
  neighbors?: DurableObjectNamespace,
): RealmLocator {
  const stubsOf =
    (name: string, objects = namespace): StubIn =>
    (jurisdiction) =>
      stubAt(objects, { name, jurisdiction })
  const askRealm = (name: string, call: RealmCall) =>
    traced('parley.ask', { route: call.endpoint, step: call.step }, () =>
      callRealm(name, stubsOf(name), (stub) => stub.ask(call), isWithoutRealm),
    )
  return {
    hasGateways: gateways !== undefined,
    async ask(place, call) {
      if (!place.create) return askRealm(place.name, call)
      if (await isElsewhere(namespace, place)) return { ok: false, refusal: realmAlreadyExists({}).refusal }
      const stub = stubIfAvailable(() => stubAt(namespace, place))
      if (stub === undefined) return { ok: false, refusal: jurisdictionsUnavailable({}).refusal }
      const answer = await stub.ask(call)
      if (answer.ok) absentUntil.delete(place.name)
      return answer
    },
    fetchBeside: async (name, requestFor) => neighbors && fetchBeside(name, requestFor(), { namespace, neighbors }),
    async ping({ name }, call) {
      const mayAskGateway = gateways !== undefined && withPingGateway.has(name) && call.requestRefusal === undefined
      const answer = mayAskGateway ? await askPingGateway(gateways, name, call) : undefined
      if (answer) return answer
      const result = await askRealm(name, call)
      if (!result.ok) return result
      if (withPingGateway.size >= MAX_PING_GATEWAYS) withPingGateway.clear()
      if (result.hasPingGateway) withPingGateway.add(name)
      else withPingGateway.delete(name)
      return result
    },
    exists: (name) => isRealmIn(name, stubsOf(name)),
    fetch({ name }, url, init, gateway) {
      const isAtGateway = gateway !== undefined && gateways !== undefined
      const stubs = isAtGateway ? stubsOf(gatewayName(name, gateway), gateways) : stubsOf(name)
      const hasNoRealm = ({ status }: Response) => status === NO_REALM_STATUS
      return traced('parley.listen', {}, () => callRealm(name, stubs, (stub) => stub.fetch(url, init), hasNoRealm))
    },
  }
}

type Objects = { namespace: DurableObjectNamespace; neighbors: DurableObjectNamespace }

async function fetchBeside(name: string, request: Request, { namespace, neighbors }: Objects): Promise<Response> {
  const number = nextNeighbor()
  const neighbor = neighborName(name, number)
  const place = { name: neighbor, jurisdiction: jurisdictions.get(name) }
  if (calledNeighbors.has(neighbor)) return stubAt(neighbors, place).fetch(request)
  const stubIn: StubIn = (jurisdiction) => stubAt(namespace, { name, jurisdiction })
  // A body that is too large to be sent twice goes to the realm when its place is known.
  if (!hasSmallBody(request)) await isRealmIn(name, stubIn)
  const requestAgain = await requestsForNeighbor(request, number)
  const response = await callRealm(name, stubIn, (stub) => stub.fetch(requestAgain()), isFromNoRealm)
  if (isFromNoRealm(response)) throw realmDoesNotExist({})
  if (calledNeighbors.size >= MAX_CALLED_NEIGHBORS) calledNeighbors.clear()
  calledNeighbors.add(neighbor)
  return response
}

const isRealmIn = (name: string, stubIn: StubIn): Promise<boolean> =>
  callRealm(
    name,
    stubIn,
    (stub) => stub.exists(),
    (isRealm) => !isRealm,
  )

type StubIn = (jurisdiction: Jurisdiction | undefined) => RealmStub

function stubAt(objects: DurableObjectNamespace, { name, jurisdiction, location_hint }: RealmPlace): RealmStub {
  const within = jurisdiction === undefined ? objects : objects.jurisdiction(jurisdiction as Jurisdiction)
  const options = location_hint === undefined ? undefined : { locationHint: location_hint as DurableObjectLocationHint }
  return within.get(within.idFromName(name), options) as unknown as RealmStub
}

/** Returns the reply of the realm, wherever it is, or the reply of the default location if there is no realm. */
async function callRealm<Reply>(
  name: string,
  stubIn: StubIn,
  call: (stub: RealmStub) => Promise<Reply>,
  isNoRealm: (reply: Reply) => boolean,
): Promise<Reply> {
  const reply = await call(stubIn(jurisdictions.get(name)))
  if (!isNoRealm(reply) || (absentUntil.get(name) ?? 0) > Date.now()) return reply
  for (const jurisdiction of JURISDICTIONS) {
    const stub = stubIfAvailable(() => stubIn(jurisdiction))
    const found = stub && (await call(stub))
    if (found === undefined || isNoRealm(found)) continue
    jurisdictions.set(name, jurisdiction)
    return found
  }
  if (absentUntil.size >= MAX_ABSENT_NAMES) absentUntil.clear()
  absentUntil.set(name, Date.now() + ABSENT_FOR_MILLISECONDS)
  return reply
}

// The rows of a realm in D1 have only its name, so no two locations may have realms with the same name.
async function isElsewhere(namespace: DurableObjectNamespace, place: RealmPlace): Promise<boolean> {
  for (const jurisdiction of [undefined, ...JURISDICTIONS]) {
    if (jurisdiction === place.jurisdiction) continue
    const stub = stubIfAvailable(() => stubAt(namespace, { name: place.name, jurisdiction }))
    if (await stub?.exists()) return true
  }
  return false
}

/** Returns undefined if the gateway has failed. */
async function askPingGateway(
  gateways: DurableObjectNamespace,
  name: string,
  call: RealmCall,
): Promise<RealmResult | undefined> {
  const place = { name: gatewayName(name, PING_GATEWAY), jurisdiction: jurisdictions.get(name) }
  try {
    return await (stubAt(gateways, place) as unknown as PingStub).ping(call)
  } catch (error) {
    logLine('warn', 'ping_gateway_failed', { realm: name }, error)
    return undefined
  }
}

/** Returns an object in the jurisdiction of another one, which the platform creates near this part of the world. */
export function stubBeside<Stub>(
  namespace: DurableObjectNamespace,
  other: DurableObjectId,
  { name, region = '' }: { name: string; region?: string },
): Stub {
  const { jurisdiction } = other
  const within = jurisdiction === undefined ? namespace : namespace.jurisdiction(jurisdiction as Jurisdiction)
  const options = region === '' ? {} : { locationHint: region as DurableObjectLocationHint }
  return within.get(within.idFromName(name), options) as unknown as Stub
}

type Neighborhood = {
  neighbors: DurableObjectNamespace | undefined
  id: DurableObjectId
  realm_name: string | undefined
}

/**
 * Passes a request from a realm to its neighbor, which the platform creates in the place of the realm. Undefined if the request is for
 * the realm itself.
 */
export function fetchNeighbor(
  request: Request,
  { neighbors, id, realm_name }: Neighborhood,
): Promise<Response> | undefined {
  const number = neighborNumberOf(request)
  if (number === undefined) return undefined
  if (neighbors === undefined || realm_name === undefined) return Promise.resolve(noRealmResponse())
  return stubBeside<Fetcher>(neighbors, id, { name: neighborName(realm_name, number) }).fetch(request)
}

/** Returns how other objects send the requests of this one to other servers. Undefined if the deployment has no neighbors. */
export const sendFromNeighbors = (
  neighbors: DurableObjectNamespace | undefined,
  own: DurableObjectId,
): SendBeside | undefined =>
  neighbors && new Senders((name) => stubBeside(neighbors, own, { name: `${own.toString()}/${name}` })).send

/** Returns the name of a gateway of a realm. The name of a realm has no slash. */
export const gatewayName = (realm_name: string, number: number): string => `${realm_name}/${number}`

/** Returns what the name of a gateway says. */
export function gatewayPlaceOf(name: string): { realm_name: string; number: number } {
  const slash = name.lastIndexOf('/')
  return { realm_name: name.slice(0, slash), number: Number(name.slice(slash + 1)) }
}

const isWithoutRealm = (answer: RealmResult) => !answer.ok && answer.refusal.code === realmDoesNotExist.code

// The local runtime throws for a jurisdiction.
function stubIfAvailable(open: () => RealmStub): RealmStub | undefined {
  try {
    return open()
  } catch {
    return undefined
  }
}
