import { expect, onTestFinished, test, vi } from 'vitest'
import page from '../../docs/amplification.md?raw'
import type { AnyEndpoint, Route } from '../../src/api/endpoint'
import { takesFiles } from '../../src/api/params'
import { endpoints } from '../../src/catalogue'
import { OlderBouncer } from '../support/older-bouncer'
import { stopClock } from '../support/clock'
import { captureConsole } from '../support/faults'
import { fileOf } from '../support/files'
import { send, sizeOf, type CaseRequest } from './send'
import { accountCases } from './cases/accounts'
import { agentCases } from './cases/agents'
import { automationCases } from './cases/automations'
import { callCases } from './cases/calls'
import { channelCases } from './cases/channels'
import { copyCases } from './cases/copies'
import { discoveryCases } from './cases/discovery'
import { fileCases } from './cases/files'
import { identityCases } from './cases/identities'
import { messageCases } from './cases/messages'
import { organizationCases } from './cases/organization'
import { pinCases } from './cases/pins'
import { providerCases } from './cases/providers'
import { providerLoginCases } from './cases/provider-logins'
import { realmCases } from './cases/realm'
import { factorCases } from './cases/factors'
import { scimCases } from './cases/scim'
import { sessionCases } from './cases/sessions'
import { commandCases } from './cases/commands'
import { countAddressCases } from './cases/count-addresses'
import { pressCases } from './cases/presses'
import { gifCases } from './cases/gifs'
import { languageModelCases } from './cases/language-model'
import { eventSubscriptionCases } from './cases/event-subscriptions'
import { webhookAddressCases } from './cases/webhook-addresses'
import { webhookCases } from './cases/webhooks'
import { cpuCeilingOf, slowness, writeSection } from './cpu'
import { ceilingOf, routesWithLargerCeilings } from './ceilings'
import type { Cases } from './case'
import { largestRequest, mostOf } from './largest'
import { costOf, COUNTS, meterD1, meterTurns } from './measure'
import { pageOf, type Line } from './table'
import { newWorld, type World } from './world'

const CASES: Cases = {
  ...accountCases,
  ...agentCases,
  ...channelCases,
  ...copyCases,
  ...fileCases,
  ...identityCases,
  ...messageCases,
  ...organizationCases,
  ...pinCases,
  ...providerCases,
  ...providerLoginCases,
  ...callCases,
  ...realmCases,
  ...scimCases,
  ...sessionCases,
  ...webhookCases,
  ...webhookAddressCases,
  ...eventSubscriptionCases,
  ...automationCases,
  ...discoveryCases,
  ...commandCases,
  ...pressCases,
  ...gifCases,
  ...countAddressCases,
  ...languageModelCases,
  ...factorCases,
}
// The work of an export grows with the messages. These come when only the newest are left.
const EXPORTS: readonly Route[] = [
  'POST /export/realm',
  'DELETE /export/realm/:export_id',
  'POST /parley/discovery/searches/:search_id/exports',
  'DELETE /parley/discovery/exports/:export_id',
]

// Some write a hundred messages, which other requests would read. Others take permissions away, or restart the realm and write
// thousands of messages. So all of them come last.
const LAST: readonly Route[] = [
  'GET /parley/streams/:stream_id/pins',
  ...EXPORTS,
  // What is tried and undone leaves memory empty. The next case writes messages, which fills it.
  'POST /parley/what_if/streams/:stream_id',
  'POST /parley/what_if/users/:user_id',
  'POST /parley/what_if/user_groups/:user_group_id/members',
  'POST /parley/what_if/realm',
  // A thousand users get one more channel, which their registrations would read.
  'POST /parley/guest_links',
  'GET /parley/streams/:stream_id/files',
  'PATCH /realm',
  'POST /realm/deactivate',
  'POST /realm/reactivate',
  'POST /parley/copy/tables/:table',
  'POST /parley/copy/messages',
  'POST /parley/copy/old_versions',
  'PUT /parley/copy/file',
  'POST /parley/copy/finish',
  // A hundred alarms make the export.
  'POST /parley/complete_export',
]

const orderedEndpoints = endpoints.toSorted((a, b) => LAST.indexOf(a.route) - LAST.indexOf(b.route))
const routes = orderedEndpoints.map(({ route }) => route)

async function requestOf(endpoint: AnyEndpoint, world: World): Promise<CaseRequest> {
  const { caller, params, route } = endpoint
  const own = (await CASES[route]?.(world, (name) => mostOf(params[name]!))) ?? {}
  const sender = caller.needs === 'none' ? 'no account' : caller.needs === 'deployment' ? 'deployment' : world.cast.ada
  const files = Object.values(params).some(takesFiles) ? { files: [fileOf('x')] } : {}
  const fields = own.body === undefined ? largestRequest(endpoint, world, own.fields) : (own.fields ?? {})
  return { sender, ...files, ...own, fields }
}

test('the largest request of each endpoint costs no more than its ceiling', { timeout: 600_000 }, async () => {
  const now = Math.floor(Date.now() / 1000)
  // The clock of an object that restarts stands still too. Otherwise work becomes due on a slow machine, as a part of a request.
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now * 1000)
  onTestFinished(() => clock.mockRestore())
  const world = await newWorld()
  // `costOf` does the due work. An alarm, also one of another realm, would count as a part of a request.
  captureConsole('error')
  // The bouncer keeps all requests on this machine.
  new OlderBouncer()
  const meters = { d1: meterD1(), mostOfTurn: meterTurns(world.cast.realm) }
  const lines: Line[] = []
  const unexpected: string[] = []
  for (const endpoint of orderedEndpoints) {
    if (endpoint.route === EXPORTS[0]) await world.forgetOldHistory()
    const request = await requestOf(endpoint, world)
    // The log is trimmed once a minute. On a slow machine, a request would seem to cause it. A case may restart the object.
    await stopClock(world.cast.realm, now)
    const sendRequest = () => send(endpoint, world.cast.realm, request)
    const measure = () => costOf(world.cast.realm, meters, sendRequest)
    const { cost, cpu, status, text } = await measure()
    const isExpected = request.expected === undefined ? status < 400 : status === request.expected
    if (!isExpected) unexpected.push(`${endpoint.route} answers ${status}: ${text.slice(0, 300)}`)
    const most = cpuCeilingOf(endpoint.route, sizeOf(request))
    // Garbage of many requests is collected in one of them. A request that is slow itself is slow again.
    const again = cpu > most ? await measure() : undefined
    const least = again?.status === status ? Math.min(cpu, again.cpu) : cpu
    const cpuMs = least > most ? least / (await slowness()) : least
    lines.push({ route: endpoint.route, request: sizeOf(request), cost, cpuMs })
  }
  await writeSection(1, pageOf(lines))
  expect(unexpected.join('\n')).toBe('')
  const tooCostly = lines.flatMap(({ route, cost }) =>
    COUNTS.filter((name) => cost[name] > ceilingOf(route)[name]).map(
      (name) => `${route}: ${name} is ${cost[name]}, more than ${ceilingOf(route)[name]}`,
    ),
  )
  const tooSlow = lines
    .map(({ route, request, cpuMs }) => ({ route, cpuMs, most: cpuCeilingOf(route, request) }))
    .filter(({ cpuMs, most }) => cpuMs > most)
    .map(({ route, cpuMs, most }) => `${route}: takes ${cpuMs.toFixed(1)} ms of CPU, more than ${most}`)
  expect([...tooCostly, ...tooSlow].join('\n')).toBe('')
})

test('the page has exactly the endpoints of the catalogue', () => {
  const documented = [...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, route]) => String(route))
  expect(documented.toSorted()).toEqual(routes.map(String).toSorted())
})

test('no case and no ceiling belongs to a removed endpoint', () => {
  const existing = new Set<string>(routes)
  expect([...Object.keys(CASES), ...routesWithLargerCeilings()].filter((route) => !existing.has(route))).toEqual([])
})
