import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { checkDeployment, problemOfRoom } from '../../scripts/parley/doctor/deployment.ts'
import { problemsOfMailDomains } from '../../scripts/parley/doctor/mail-domains.ts'

const noRecords = () => Promise.reject(Object.assign(new Error('queryTxt ENODATA'), { code: 'ENODATA' }))

/** The domain name system with these records. */
const resolverWith = (records: Record<string, string[]>) => ({
  resolveTxt: (name: string) => (records[name] ? Promise.resolve(records[name].map((text) => [text])) : noRecords()),
  resolveMx: (name: string) =>
    records[`mx ${name}`] ? Promise.resolve([{ exchange: 'mx.example.net', priority: 1 }]) : noRecords(),
})

const EMAILS = { mail_from: 'chat@example.com', gateway: 'in.example.com' }
const RECORDS = {
  'example.com': ['other', 'v=spf1 include:example.net -all'],
  '_dmarc.example.com': ['v=DMARC1; p=none'],
  'mx in.example.com': ['yes'],
}

const problemsWith = async (records: Record<string, string[]>, emails = EMAILS) =>
  (await problemsOfMailDomains(emails, resolverWith(records)))
    .filter(({ problem }) => problem !== undefined)
    .map(({ title }) => title)

test('domains with all records have no problem', async () => {
  expect(await problemsWith(RECORDS)).toEqual([])
})

test.each([
  ['example.com', 'example.com says who may send its emails (SPF)'],
  ['_dmarc.example.com', 'example.com says what to do with other emails (DMARC)'],
  ['mx in.example.com', 'in.example.com receives emails (MX)'],
])('without the record of %s', async (name, title) => {
  const { [name]: _, ...others }: Record<string, string[]> = RECORDS
  expect(await problemsWith(others)).toEqual([title])
})

test('a deployment that receives no emails needs no MX record', async () => {
  expect(await problemsWith({}, { mail_from: '', gateway: '' })).toEqual([])
})

test('the domains of a development server are not looked up', async () => {
  expect(await problemsWith({}, { mail_from: 'chat@localhost', gateway: 'in.localhost' })).toEqual([])
})

test('says that the domain name system does not answer', async () => {
  const silent = {
    resolveTxt: () => Promise.reject(new Error('timeout')),
    resolveMx: () => Promise.reject(new Error('timeout')),
  }
  const [spf] = await problemsOfMailDomains(EMAILS, silent)
  expect(spf?.problem).toContain('timeout')
})

test.each([
  ['event_log_fill', 'The event log is almost full'],
  ['realm_fill', 'almost has the 10 GB'],
  ['upload_fill', 'UPLOAD_QUOTA_MIB'],
])('says that %s is too high', (name, problem) => {
  const room = { event_log_fill: 0.8, realm_fill: 0.8, upload_fill: 0.8 }
  expect(problemOfRoom(room)).toBeUndefined()
  expect(problemOfRoom({ ...room, [name]: 0.81 })).toContain(problem)
})

/** A deployment with which all is well, but for what `found` says. */
async function deploymentThatSays(found: object): Promise<string> {
  const well = {
    is_development: true,
    bundle_sha256: '',
    migrations: [],
    failed_starts: [],
    has_gateways: true,
    has_files: true,
    missing_secrets: [],
    emails: { mail_from: '', gateway: '', can_send: true },
    unlimited: [],
    call_problems: [],
    event_log_fill: 0,
    realm_fill: 0,
    upload_fill: 0,
    nights: 0,
    copies: [],
  }
  const server = createServer((_, response) => response.end(JSON.stringify({ result: 'success', ...well, ...found })))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

/** Returns what one check says about a deployment, or fails if there is no such check. */
async function problemOf(title: string, says: object): Promise<string | undefined> {
  const found = new Map<string, string | undefined>()
  const check = async (name: string, find: () => Promise<string | undefined>) => {
    found.set(name, await find())
    return found.get(name) === undefined
  }
  const access = { url: await deploymentThatSays(says), secret: 's', resolver: resolverWith({}) }
  await checkDeployment(check, { ...access, build: () => Promise.resolve('ab12') })
  expect([...found.keys()]).toContain(title)
  return found.get(title)
}

test('says whether the deployment runs what this folder builds', async () => {
  const title = 'the deployment runs what this folder builds'
  const problemWith = (bundle_sha256: string) =>
    problemOf(title, { is_development: false, hourly_work_at: Date.now() / 1000, bundle_sha256 })
  expect(await problemWith('ab12')).toBeUndefined()
  expect(await problemWith('')).toContain('does not say which build')
  expect(await problemWith('cd34')).toContain('It runs the build cd34, and this folder makes ab12.')
})

test('says what does not fit together in the configuration of calls', async () => {
  const problemWith = (call_problems: string[]) =>
    problemOf('the configuration of calls fits together', { call_problems })
  expect(await problemWith([])).toBeUndefined()
  expect(await problemWith(['CALL_TURN_URLS needs CALL_TURN_SECRET.'])).toBe(
    'CALL_TURN_URLS needs CALL_TURN_SECRET. See docs/calls.md',
  )
})
