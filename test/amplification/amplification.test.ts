import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import page from '../../docs/amplification.md?raw'
import type { AnyEndpoint, Route } from '../../src/api/endpoint'
import { takesFiles } from '../../src/api/params'
import { endpoints } from '../../src/catalogue'
import { Bouncer } from '../support/bouncer'
import { hush } from '../support/faults'
import { fileOf } from '../support/files'
import { formOf } from '../support/person'
import { send, type Asked } from './ask'
import { accountCases } from './cases/accounts'
import { channelCases } from './cases/channels'
import { fileCases } from './cases/files'
import { messageCases } from './cases/messages'
import { organizationCases } from './cases/organization'
import { realmCases } from './cases/realm'
import { ceilingOf, routesWithLargerCeilings } from './ceilings'
import type { Cases } from './case'
import { largestRequest, mostOf } from './largest'
import { costOf, COUNTS, meterD1 } from './measure'
import { pageOf, type Line } from './table'
import { newWorld, type World } from './world'

const CASES: Cases = {
  ...accountCases,
  ...channelCases,
  ...fileCases,
  ...messageCases,
  ...organizationCases,
  ...realmCases,
}
// After these few may do anything, and then there is nobody left to ask.
const LAST: readonly Route[] = ['PATCH /realm', 'POST /realm/deactivate', 'POST /realm/reactivate']

const asked = endpoints.toSorted((a, b) => LAST.indexOf(a.route) - LAST.indexOf(b.route))
const routes = asked.map(({ route }) => route)

async function requestOf(endpoint: AnyEndpoint, world: World): Promise<Asked> {
  const { caller, params, route } = endpoint
  const own = (await CASES[route]?.(world, (name) => mostOf(params[name]!))) ?? {}
  const as = caller.needs === 'nobody' ? 'nobody' : caller.needs === 'deployment' ? 'deployment' : world.cast.ada
  const files = Object.values(params).some(takesFiles) ? { files: [fileOf('x')] } : {}
  const fields = own.body === undefined ? largestRequest(endpoint, world, own.fields) : (own.fields ?? {})
  return { as, ...files, ...own, fields }
}

/** CPU time of the whole process in milliseconds, where the command that writes the page measures it. */
async function cpuMs(): Promise<number | undefined> {
  const { AMPLIFICATION } = env
  return AMPLIFICATION && Number(await (await AMPLIFICATION.fetch('http://amplification/cpu')).text())
}

const sizeOf = ({ fields, files = [], body }: Asked) =>
  String(formOf(fields)).length +
  files.reduce((sum, { size }) => sum + size, 0) +
  (body instanceof Uint8Array ? body.length : 0)

test('the largest request of each endpoint costs no more than its ceiling', { timeout: 600_000 }, async () => {
  const world = await newWorld()
  hush('error')
  // It stands between the server and the network.
  new Bouncer()
  const d1 = meterD1()
  const lines: Line[] = []
  const unexpected: string[] = []
  for (const endpoint of asked) {
    const request = await requestOf(endpoint, world)
    const ask = () => send(endpoint, world.cast.realm, request)
    const { cost, cpu, status, text } = await costOf(world.cast.realm, d1, ask, cpuMs)
    const wished = request.expected === undefined ? status < 400 : status === request.expected
    if (!wished) unexpected.push(`${endpoint.route} answers ${status}: ${text.slice(0, 300)}`)
    lines.push({ route: endpoint.route, request: sizeOf(request), cost, cpuMs: cpu })
  }
  await env.AMPLIFICATION?.fetch('http://amplification/page', { method: 'PUT', body: pageOf(lines) })
  expect(unexpected).toEqual([])
  const tooCostly = lines.flatMap(({ route, cost }) =>
    COUNTS.filter((name) => cost[name] > ceilingOf(route)[name]).map(
      (name) => `${route}: ${name} is ${cost[name]}, more than ${ceilingOf(route)[name]}`,
    ),
  )
  expect(tooCostly).toEqual([])
})

test('the page tells of every endpoint, and of no other', () => {
  const told = [...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, route]) => String(route))
  expect(told.toSorted()).toEqual(routes.map(String).toSorted())
})

test('there is no case and no ceiling of an endpoint that is gone', () => {
  const known = new Set<string>(routes)
  expect([...Object.keys(CASES), ...routesWithLargerCeilings()].filter((route) => !known.has(route))).toEqual([])
})
