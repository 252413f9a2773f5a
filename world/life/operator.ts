import { Client, outcomeOf } from './client.ts'
import { checkAccess } from './access-before-restores.ts'
import type { Action, Life } from './life.ts'
import { checkRestored } from './moments.ts'
import type { Json } from '../shared-parts.ts'

// What the operator of the deployment does, and what other mail servers send.

const SECRET = { authorization: 'Bearer the deployment secret' }

export const asOperator = (
  client: Client,
  method: string,
  path: string,
  fields: Record<string, string> = {},
): Promise<Json> => {
  const query = new URLSearchParams(fields)
  const url = `/api/v1${path}${method === 'GET' ? `?${query}` : ''}`
  return client.send(url, { method, headers: SECRET, ...(method === 'GET' ? {} : { body: query }) })
}

/** Asks until there is an answer. */
export async function insistAsOperator(client: Client, method: string, path: string, fields = {}): Promise<Json> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const answer = await asOperator(client, method, path, fields)
    if (answer !== undefined && answer.code !== 'STORE_UNAVAILABLE' && answer.code !== 'INTERNAL_SERVER_ERROR')
      return answer
    await client.world.scheduler.wait(attempt < 60 ? 2000 : 60_000)
  }
  throw new Error(`${path} has no answer for an operator`)
}

const MOMENT_IS_OLD_AFTER = 660_000
const LATE_MILLISECONDS = 90_000
const SHORT_PAUSE_MILLISECONDS = 20_000

const LOOKS_PER_CANCEL = 10
/** Databases may be away for more than an hour. */
const MAX_LOOKS = 2000

/**
 * Gives the realm the state of an earlier moment, and waits until users are served again. An answer may be lost, so the operator looks.
 * All queues end: a device that registers later does not learn what was deleted in between. So a message from before may
 * be gone. That D1 has the texts of the restored realm is checked as ever.
 */
async function restore({ organization }: Life, client: Client, moments: readonly number[]): Promise<string> {
  const { now } = client.world.scheduler
  const moment = moments.findLast((at) => at < now - MOMENT_IS_OLD_AFTER)
  if (moment === undefined) return 'no moment'
  organization.hidden.clear()
  const before = await insistAsOperator(client, 'GET', '/parley/restores')
  const ask = () => asOperator(client, 'POST', '/parley/restores', { moment: String(moment / 1000) })
  let answer = await ask()
  let isDoubtful = answer === undefined || answer.code === 'INTERNAL_SERVER_ERROR'
  if (isDoubtful || answer.code === 'STORE_UNAVAILABLE') {
    await client.world.scheduler.wait(SHORT_PAUSE_MILLISECONDS)
    answer = await ask()
    isDoubtful ||= answer === undefined || answer.code === 'INTERNAL_SERVER_ERROR'
  }
  if (!isDoubtful && answer.result !== 'success') return answer.msg
  // A request whose answer was lost may arrive later.
  if (isDoubtful) await client.world.scheduler.wait(LATE_MILLISECONDS)
  let later = await insistAsOperator(client, 'GET', '/parley/restores')
  for (let looks = 0; !later.serves_users && looks < MAX_LOOKS; looks++) {
    await client.world.scheduler.wait(5000)
    // The object restarted before the platform knew of the restore. The request may be lost, too.
    if (looks % LOOKS_PER_CANCEL === 1) await asOperator(client, 'DELETE', '/parley/restores')
    later = await insistAsOperator(client, 'GET', '/parley/restores')
  }
  if (!later.serves_users) organization.fail(`A restore did not end: ${JSON.stringify(later)}`)
  if (later.restores?.length === before.restores?.length) return 'not begun'
  const [newest] = later.restores
  if (newest.state === 'finished' && newest.moment === moment / 1000) {
    checkRestored(organization, moment)
    await checkAccess(organization, now)
  }
  organization.ledger.scheduled.clear()
  for (const entry of organization.ledger.written.values()) entry.mayBeDeleted = entry.wasRestored = true
  for (const member of organization.members) await member.client.logIn()
  return later.restores?.[0]?.state
}

/** Copies the realm to a new one, page by page. */
async function copyRealm(life: Life, client: Client): Promise<string> {
  const { organization } = life
  const { world } = organization
  const name = `copy-${life.done}`
  const created = await asOperator(client, 'POST', '/realms', {
    name,
    owner_email: 'ada@copy.test',
    owner_full_name: 'Ada',
    owner_password: 'correct horse battery',
  })
  if (created?.result !== 'success') return outcomeOf(created)
  const there = new Client(world, `http://${name}.parley.test`, client.account)
  const marker = await insistAsOperator(client, 'GET', '/parley/copy')
  const copy_id = 'the copy'
  const { last_event_id, sequences, tables } = marker
  await insistAsOperator(there, 'POST', '/parley/copy/import', { copy_id, last_event_id: String(last_event_id) })
  const send = (path: string, rows: Json) =>
    insistAsOperator(there, 'POST', `/parley/copy/${path}`, { copy_id, rows: JSON.stringify(rows) })
  for (const { name: table } of tables) {
    const page = await insistAsOperator(client, 'GET', `/parley/copy/tables/${table}`)
    if (table !== 'reactions') await send(`tables/${table}`, page.rows ?? [])
  }
  const messages = await insistAsOperator(client, 'GET', '/parley/copy/messages')
  await send('messages', messages.messages ?? [])
  const versions = await insistAsOperator(client, 'GET', '/parley/copy/old_versions')
  await send('old_versions', versions.versions ?? [])
  const finished = { copy_id, sequences: JSON.stringify(sequences) }
  return outcomeOf(await insistAsOperator(there, 'POST', '/parley/copy/finish', finished))
}

/** A realm that exists cannot be created again, and one whose creation failed leaves no trace. */
async function foundRealm({ organization, done }: Life, client: Client, isAgain: boolean): Promise<string> {
  const { world, realm_name, url } = organization
  const name = isAgain ? realm_name : `branch-${done}`
  const owner = { owner_email: 'ada@branch.test', owner_full_name: 'Ada', owner_password: 'correct horse battery' }
  const answer = await asOperator(client, 'POST', '/realms', { name, ...owner })
  if (isAgain && answer?.result === 'success') organization.fail(`The realm ${name} was created again`)
  const there = new Client(world, isAgain ? url : `http://${name}.parley.test`, client.account)
  const settings = await there.ask('GET', '/server_settings')
  return `${outcomeOf(answer)}, ${outcomeOf(settings)}`
}

async function sendMail({ organization, done }: Life, client: Client): Promise<string> {
  const { email }: Json = (await client.ask('GET', '/streams/1/email_address')) ?? {}
  if (email === undefined) return 'no address'
  const lines = [`From: Grace <grace@example.org>`, `To: ${email}`, `Subject: Day ${done}`, 'MIME-Version: 1.0']
  const part = (type: string, text: string) => ['--part', `Content-Type: ${type}`, '', text]
  const body = [
    ...lines,
    'Content-Type: multipart/mixed; boundary=part',
    '',
    ...part('text/plain', 'A mail from outside'),
    ...part('text/plain; name=notes.txt\r\nContent-Disposition: attachment; filename=notes.txt', 'Notes'),
    '--part--',
    '',
  ].join('\r\n')
  const query = new URLSearchParams({ to: email, from: 'grace@example.org' })
  const outcome = await new Client(organization.world, organization.url, client.account).send(
    `/api/v1/parley/emails?${query}`,
    { method: 'POST', headers: { ...SECRET, 'content-type': 'message/rfc822' }, body },
  )
  return outcome?.outcome ?? outcomeOf(outcome)
}

const LOOKED_AT = ['/parley/realms', '/parley/deployment', '/parley/usage', '/parley/mail', '/parley/nightly_copies']

/** `moments` grows while the organization lives. */
export const operatorsActions = (moments: readonly number[]): Readonly<Record<string, Action>> => ({
  'receive a mail': { weight: 1, run: (life, { client }) => sendMail(life, client) },
  'restore a moment': { weight: 0.7, changesAccess: true, run: (life, { client }) => restore(life, client, moments) },
  'copy the realm': { weight: 0.1, run: (life, { client }) => copyRealm(life, client) },
  'look after the deployment': {
    weight: 1,
    run: async (_life, { client }, pick) => outcomeOf(await asOperator(client, 'GET', pick(LOOKED_AT))),
  },
  'found an organization': {
    weight: 0.1,
    run: (life, { client }, pick) => foundRealm(life, client, pick([true, false])),
  },
  'work hourly': {
    weight: 0.8,
    run: ({ organization }) =>
      organization.world.workHourly().then(
        () => 'success',
        () => 'failed',
      ),
  },
})
