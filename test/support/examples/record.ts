import { env } from 'cloudflare:workers'
import { afterAll, beforeEach, expect } from 'vitest'
import type { Example } from '../../../src/api/documentation/examples'
import { methodOf, type AnyEndpoint } from '../../../src/api/endpoint'
import { routerFor } from '../../../src/api/routes'
import { endpoints } from '../../../src/catalogue'
import type { Concept } from '../../../src/concept'
import { wings } from '../../../src/concepts'
import { nameOfKind } from '../../../src/events/event'
import worker from '../../../src/worker'
import type { Json } from '../person'
import { better, isBest, type Candidate, type Candidates } from './candidate'
import { normalise } from './normalise'
import { inputOf } from './request-input'
import { shorten } from './shorten'
import { inSpecifiedNames } from './specified-names'

declare module 'vitest' {
  interface TaskMeta {
    examples?: Candidates
  }
}

/**
 * `npm run examples` loads this file beside each test file. It wraps the Worker's entry, so it sees each request of a test,
 * and keeps the best successful request of each endpoint and the best event of each kind. Without file names, a test runs only
 * if the endpoint that its `describe` names has no good example yet.
 */
const LARGE = 1500
/** An endpoint whose answers are all large gets no better example from many tests. */
const MAX_TESTS_PER_ENDPOINT = 8

let candidates: Candidates = { endpoints: {}, events: {} }
const testsRun = new Map<string, number>()

const concepts: readonly Concept[] = Object.values(wings).flat()
const findRoute = routerFor(endpoints)
const routes = endpoints.map(({ route }) => route)

/** Returns the routes in the name of a test. `POST /messages/render` does not contain `POST /messages`. */
const routesNamedIn = (name: string) =>
  routes.filter((route) =>
    name
      .split(route)
      .slice(1)
      .some((textAfter) => !/^[\w/:+-]/.test(textAfter)),
  )

const currentTest = () => expect.getState().currentTestName ?? ''

beforeEach(({ skip }) => {
  if (env.RECORD_EXAMPLES === 'all tests') return
  const incomplete = routesNamedIn(currentTest()).filter(
    (route) => !isBest(candidates.endpoints[route]) && (testsRun.get(route) ?? 0) < MAX_TESTS_PER_ENDPOINT,
  )
  if (incomplete.length === 0) skip()
  for (const route of incomplete) testsRun.set(route, (testsRun.get(route) ?? 0) + 1)
})

type Handler = (request: Request, ...context: unknown[]) => Promise<Response>
const entry = worker as unknown as { fetch: Handler }
const handle = entry.fetch

/** Clients that keep the specification's forms receive others than those of the announced level. */
const keepsForms = ({ headers }: Request) => headers.get('user-agent')?.startsWith('Svc') ?? false

entry.fetch = async (request, ...context) => {
  const copy = request.clone()
  const response = await handle(request, ...context)
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  if (response.status >= 400 || response.status === 101 || isStream || keepsForms(request)) await copy.body?.cancel()
  else await record(copy, response.clone())
  return response
}

async function record(request: Request, response: Response): Promise<void> {
  const match = await findRoute(request, new URL(request.url))
  const isOfEndpoint = match && 'endpoint' in match && methodOf(match.endpoint) === request.method
  if (!isOfEndpoint) return
  const { endpoint, path } = match
  const example: Example = {
    ...(Object.keys(path).length > 0 ? { path } : {}),
    ...(await inputOf(endpoint, request)),
    ...(await outputOf(endpoint, response)),
  }
  const now = Math.floor(Date.now() / 1000)
  const concept = concepts.find(({ endpoints: ofConcept }) => ofConcept?.includes(endpoint))
  offer(candidates.endpoints, endpoint.route, {
    value: shortened(normalise(example, now)),
    isInItsDescribe: routesNamedIn(currentTest()).includes(endpoint.route),
    distance: distanceTo(concept),
  })
  const events: Json[] = endpoint.kind === 'listener' ? (normalise(example, now).answer as Json).events : []
  for (const event of events) offerEvent(event)
}

async function outputOf(
  endpoint: AnyEndpoint,
  response: Response,
): Promise<Pick<Example, 'status' | 'type' | 'answer'>> {
  const { status, headers } = response
  const type = headers.get('content-type')?.split(';')[0]
  if (type === 'application/json' && methodOf(endpoint) !== 'HEAD')
    return { status, answer: inSpecifiedNames(await response.json()) }
  await response.body?.cancel()
  return type === undefined ? { status } : { status, type }
}

const shortened = (example: Example): Example =>
  JSON.stringify(example.answer ?? {}).length > LARGE ? { ...example, answer: shorten(example.answer) } : example

function offerEvent(event: Json): void {
  const name = nameOfKind(event)
  const concept = concepts.find(({ events }) => events?.some(({ kind }) => nameOfKind(kind) === name))
  const ofGroup = concepts.filter(({ title }) => title !== undefined && title === concept?.title)
  const routesOfTest = new Set<string>(routesNamedIn(currentTest()))
  offer(candidates.events, name, {
    value: event,
    isInItsDescribe: ofGroup.some(({ endpoints: ofConcept }) =>
      ofConcept?.some(({ route }) => routesOfTest.has(route)),
    ),
    distance: distanceTo(concept),
  })
}

function offer<Value>(
  found: Record<string, Candidate<Value>>,
  key: string,
  candidate: Omit<Candidate<Value>, 'isLarge'>,
): void {
  found[key] = better(found[key], { ...candidate, isLarge: JSON.stringify(candidate.value).length > LARGE })
}

function distanceTo(concept: Concept | undefined): 0 | 1 | 2 {
  const file = expect.getState().testPath ?? ''
  if (concept === undefined) return 2
  if (file.includes(`/test/${concept.name}.`)) return 0
  return file.includes(`/test/${concept.name.split('/')[0]}/`) ? 1 : 2
}

// oxlint-disable-next-line eslint/no-empty-pattern -- vitest reads the pattern for the fixtures that a test needs: none
afterAll(({}, { file }) => {
  file.meta.examples = candidates
  candidates = { endpoints: {}, events: {} }
})
