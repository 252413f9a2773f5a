import * as v from 'valibot'
import { hashApiKey } from '../../src/api/callers'
import type { RealmCall } from '../../src/api/realm-call'
import { gatewayName } from '../../src/api/realm-locator'
import { CALL_HEADER, TRANSPORT_HEADER } from '../../src/events/realm-listening'
import type { RealmEnv } from '../../src/listening-realm'
import server from '../../src/worker'
import { CAPTURES } from './captured-calls'
import { counted, newMeter } from './counted-d1'
import { countCrossings, crossings, withCountedCrossings } from './counted-crossings'
import { withCrossings } from './crossings'
import { collectGarbage } from './garbage'
import { MeteredGateway } from './gateway'
import { writeBodies } from './history'
import { MeteredNeighbor, neighborMeter } from './neighbor'
import { MeteredRealm } from './realm'

export { MeteredGateway as GatewayObject, MeteredNeighbor as NeighborObject, MeteredRealm as RealmObject }

type BenchEnv = Omit<RealmEnv, 'GATEWAY'> & {
  REALM: DurableObjectNamespace<MeteredRealm>
  GATEWAY: DurableObjectNamespace<MeteredGateway>
}

const edgeD1 = newMeter()
let metered: BenchEnv | undefined

/** The server as it is deployed. Paths below /bench/ are for the bench only. */
export default {
  async fetch(request, env): Promise<Response> {
    // To parse the address of each request would count as work of the server.
    if (request.url.includes('/bench/')) {
      const url = new URL(request.url)
      if (url.pathname === '/bench/gateway')
        return env.GATEWAY.get(env.GATEWAY.idFromName(url.searchParams.get('name') ?? '')).fetch(request)
      if (url.pathname.startsWith('/bench/')) return benchOperation(url, request, env)
    }
    metered ??= { ...env, DB: counted(env.DB, edgeD1) }
    const milliseconds = Number(request.headers.get(DISTANCE_HEADER))
    if (crossings.isCounting) return server.fetch(request, withCountedCrossings(metered, 'long'))
    return server.fetch(request, milliseconds > 0 ? distant(metered, milliseconds) : metered)
  },
} satisfies ExportedHandler<BenchEnv>

/** The round trip from the Worker to the realm, in milliseconds. */
const DISTANCE_HEADER = 'x-bench-distance'

/** Returns the bindings as a Worker sees them from which each call takes so long to the realm and back. */
const distant = (env: BenchEnv, milliseconds: number): BenchEnv =>
  withCrossings(env, async (_, call) => {
    await scheduler.wait(milliseconds / 2)
    const result = await call()
    await scheduler.wait(milliseconds / 2)
    return result
  })

async function benchOperation(url: URL, request: Request, env: BenchEnv): Promise<Response> {
  const realm = env.REALM.get(env.REALM.idFromName(url.searchParams.get('realm') ?? ''))
  const number = (name: string) => Number(url.searchParams.get(name))
  switch (url.pathname) {
    case '/bench/garbage':
      return collectGarbage()
    case '/bench/crossings':
      return Response.json(countCrossings(number('on') === 1))
    case '/bench/meters':
      return Response.json(withNeighbors(await realm.meters()))
    case '/bench/bytes': {
      const { meta } = await env.DB.prepare('SELECT 1 AS ready').all()
      return Response.json({ realm: await realm.bytes(), database: meta.size_after })
    }
    case '/bench/parked':
      return Response.json((await realm.parked()) + (await parkedInGateways(env, url, number('gateways'))))
    case '/bench/hold':
      return Response.json(await realm.hold(number('on') === 1))
    case '/bench/ring':
      return Response.json(await realm.ringNow(number('later')))
    case '/bench/invite':
      return Response.json(await realm.invite(number('first'), number('count')))
    case '/bench/history': {
      const senders: number[] = await request.json()
      const count = number('count')
      const before = await realm.writeHistory(count, senders, number('channel'), number('topics'))
      await writeBodies(env.DB, url.searchParams.get('realm') ?? '', { before, count, words: number('words') })
      return Response.json({ before })
    }
    case '/bench/tables':
      return Response.json(await realm.tables())
    case '/bench/run':
      return Response.json(await realm.run(await request.text()))
    case '/bench/capture':
      return Response.json((await realm.capture(v.parse(CAPTURES, url.searchParams.get('as')))) ?? {})
    case '/bench/repeat':
      return Response.json({ calls: await realm.repeat(number('times'), number('admit') === 1) })
    case '/bench/call':
      return Response.json(await repeatCalls(realm, { times: number('times'), steps: number('steps') }))
    case '/bench/die':
      await realm.die().catch(() => undefined)
      return Response.json({})
    case '/bench/socket':
      return realm.fetch('https://realm/listen', {
        headers: { upgrade: 'websocket', [TRANSPORT_HEADER]: 'socket', [CALL_HEADER]: JSON.stringify(listening(url)) },
      })
    default:
      return new Response(null, { status: 404 })
  }
}

/** A request to a neighbor costs as much as one to the realm. */
function withNeighbors(meters: Awaited<ReturnType<MeteredRealm['meters']>>) {
  const { requests, d1 } = neighborMeter
  const keys = ['calls', 'statements', 'read', 'written'] as const
  const both = Object.fromEntries(keys.map((key) => [key, edgeD1[key] + d1[key]]))
  return { ...meters, realmRequests: meters.realmRequests + requests, edgeD1: both }
}

/** Returns the number of listeners that wait in the first gateways of a realm. */
async function parkedInGateways({ GATEWAY }: BenchEnv, { searchParams }: URL, gateways: number): Promise<number> {
  const names = Array.from({ length: gateways }, (_, nth) => gatewayName(searchParams.get('realm') ?? '', nth + 1))
  const counts = await Promise.all(names.map((name) => GATEWAY.get(GATEWAY.idFromName(name)).parked()))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Calls the realm as the first requests did that it decided last, and the realm decides nothing. */
async function repeatCalls(realm: DurableObjectStub<MeteredRealm>, { times, steps }: { times: number; steps: number }) {
  for (let step = 0; step < steps; step++) {
    const call = await realm.decidedCall(step)
    for (let nth = 0; nth < times; nth++) await realm.resultAgain(step, call)
  }
  return {}
}

/** Opens the realm's own socket, without the Worker. */
function listening({ searchParams, origin }: URL): RealmCall {
  const text = (name: string) => searchParams.get(name) ?? ''
  return {
    endpoint: 'GET /events',
    params: { queue_id: text('queue_id'), last_event_id: Number(text('last_event_id')), dont_block: false },
    credential: { email: text('email'), key_hash: hashApiKey(text('key')) },
    client: {
      request_id: 'bench',
      address: 'bench',
      name: 'bench',
      vendor: '',
      realm_url: origin,
      realm_name: text('realm'),
    },
  }
}
