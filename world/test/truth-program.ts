import type { Random } from '../random.ts'
import type { Json, Shared } from '../shared-parts.ts'
import { formOf } from '../life/client.ts'

/** A server in the world or on workerd. */
export type Server = { url: string; send(request: Request): Promise<Response> }

type Parts = { shared: Shared; random: Random; steps: number }
type Account = { user_id: number; full_name: string; email: string; api_key: string }

const PASSWORD = 'correct horse battery'
const NAMES = ['ben', 'cleo', 'dov', 'ezra']
const ROLES = [200, 300, 400, 600]
/** Their answers have times of their own, or tell which mails have left by now. */
const TIMED = /presence|typing|metrics|exports|restores|parley\/mail/

/** Creates a realm with five users, sends random requests, and returns all answers, and what each user sees in the end. */
export async function runTruth(server: Server, { shared, random, steps }: Parts) {
  const post = async (path: string, fields: Record<string, string | object | number | boolean>, authorization = '') => {
    const headers: Record<string, string> = authorization === '' ? AGENT : { ...AGENT, authorization }
    const answer = await server.send(
      new Request(`${server.url}/api/v1${path}`, { method: 'POST', headers, body: formOf(fields) }),
    )
    const json: Json = await answer.json()
    if (json.result !== 'success') throw new Error(`${path}: ${JSON.stringify(json)}`)
    return json
  }
  const owner = { owner_email: 'ada@example.com', owner_full_name: 'Ada', owner_password: PASSWORD }
  const created = await post('/realms', { name: 'parley', ...owner }, `Bearer ${SECRET}`)
  const people: Account[] = [{ ...created, email: owner.owner_email, full_name: 'Ada' }]
  for (const [nth, name] of NAMES.entries()) {
    const fields = { email: `${name}@example.com`, full_name: name, password: PASSWORD, role: ROLES[nth] ?? 400 }
    people.push({ ...fields, ...(await post('/dev_create_user', fields)) })
  }
  const as = ({ email, api_key }: Account) => `Basic ${btoa(`${email}:${api_key}`)}`
  const [ada] = people
  if (ada === undefined) throw new Error('There is no owner')
  for (const name of ['general', 'vault'])
    await post(
      '/users/me/subscriptions',
      { subscriptions: [{ name }], principals: people.map(({ user_id }) => user_id), invite_only: name === 'vault' },
      as(ada),
    )
  const queues: Json[] = []
  for (const person of people) queues.push(await post('/register', {}, as(person)))
  const answers: { what: string; answer: string }[] = []
  const cast = { general: { name: 'general', stream_id: 1 } }
  const world: Json = {
    cast,
    counter: 1,
    secrets: new Map(),
    people: people.map((account) => ({ id: account.user_id, account })),
  }
  const names = [...shared.generators.keys()].filter((name) => !TIMED.test(name))
  for (let step = 0; step < steps; step++) {
    const pick = shared.picking(Array.from({ length: 14 }, () => random.below(5040)))
    const found = shared.generators.get(random.pick(names))
    if (found === undefined) continue
    const actor: Json = pick(world.people)
    const form = formOf(found.generate({ pick, world, actor }))
    const request = requestFor(server, { shared, endpoint: found.endpoint, form, authorization: as(actor.account) })
    const response = await server.send(request)
    answers.push({
      what: `${found.endpoint.route} ${form}`,
      answer: plain(`${response.status} ${await response.text()}`, server),
    })
  }
  const seen: string[] = []
  for (const [nth, person] of people.entries()) {
    const read = async (path: string) => {
      const request = new Request(`${server.url}/api/v1${path}`, { headers: { ...AGENT, authorization: as(person) } })
      return plain(await (await server.send(request)).text(), server)
    }
    const { queue_id, last_event_id } = queues[nth]
    seen.push(await read(`/events?queue_id=${queue_id}&last_event_id=${last_event_id}&dont_block=true`))
    seen.push(await read('/messages?anchor=oldest&num_before=0&num_after=200'))
  }
  return { answers, seen }
}

type RequestParts = { shared: Shared; endpoint: Json; form: URLSearchParams; authorization: string }

function requestFor(server: Server, { shared, endpoint, form, authorization }: RequestParts): Request {
  let path = shared.fullPathOf(endpoint)
  for (const name of shared.pathParamsOf(endpoint)) {
    path = path.replace(new RegExp(`:${name}\\+?`), encodeURIComponent(form.get(name) ?? ''))
    form.delete(name)
  }
  const method = shared.methodOf(endpoint)
  const isRead = method === 'GET' || method === 'HEAD'
  const url = `${server.url}${path}${isRead ? `?${form}` : ''}`
  return new Request(url, { method, headers: { ...AGENT, authorization }, ...(isRead ? {} : { body: form }) })
}

const SECRET = 'development'
/** Otherwise a client adds its own. */
const AGENT = { 'user-agent': 'Truth/1.0' }

/** Replaces what is random, times, and how much of the outbox waits for D1: on workerd, that depends on the machine. */
const plain = (text: string, { url }: Pick<Server, 'url'>): string =>
  text
    .replaceAll(url, 'URL')
    .replaceAll(
      /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b[0-9a-f]{32,64}\b|\b[0-9A-Za-z]{20,64}\b/g,
      'ID',
    )
    .replaceAll(/\b1[789]\d{8}(?:\.\d+)?\b/g, 'TIME')
    .replaceAll(/"waiting":\d+,"refused":0/g, '"waiting":WAITING,"refused":0')
    .replaceAll(/\b\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g, 'DATE')
    .replaceAll(/"day":"\d{4}-\d\d-\d\d"/g, '"day":"DAY"')

/** These tables depend on when alarms run, or are random. */
const TIMED_TABLES = [
  'delivery_figures',
  'outbox',
  'emails',
  'mailbox',
  'planned_emails',
  'counters',
  'metrics',
  'queues',
  'events',
  'api_keys',
  'users',
]

/** Returns the rows of the tables of a realm, without what is random. */
export function plainRows(all: (query: string) => Json[], server: Pick<Server, 'url'>): Record<string, string[]> {
  const tables = all("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").map(({ name }) =>
    String(name),
  )
  return Object.fromEntries(
    tables
      .filter((name) => !/^(_cf|sqlite)_/.test(name) && !TIMED_TABLES.includes(name))
      .map((name) => [
        name,
        all(`SELECT * FROM "${name}"`)
          .map((row) => plain(JSON.stringify(row), server))
          .sort(),
      ]),
  )
}
