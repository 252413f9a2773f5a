import { codeOf, messageOf } from '../../../conversion/failure.ts'
import { reasonOf } from '../../../conversion/persistently.ts'
import { askAt } from '../../api-client.ts'
import { deployedAnswers, type Answers } from '../../deploy/answers.ts'
import { CONFIG, withConfig } from '../../deploy/config-file.ts'
import { databasesOf } from '../../deploy/database-list.ts'
import { inspect, type Found } from '../../deploy/inspect.ts'
import { OWN_SECRETS } from '../../deploy/steps.ts'
import { jsonIn, wranglerFor } from '../../deploy/wrangler.ts'
import { command, type CommonOptions } from '../command.ts'
import { findDeploymentSecret, readCredentials } from '../credentials.ts'
import { FAILED, Failure, NOT_LOGGED_IN } from '../failure.ts'
import type { User } from '../people.ts'
import type { Check, Checked } from './check.ts'
import { checkDeployment } from './deployment.ts'

const MAX_CLOCK_SECONDS = 60
const ADMINISTRATOR = 200
const DEFAULT_LIMIT_GB = 8
const SHARE_OF_WARNING = 0.8
const OF_DEPLOYMENT =
  'migrations, organizations that cannot start, gateways, hourly work, files, secrets, emails, limits, room and nightly copies'
const WITHOUT_SECRET = 'set DEPLOYMENT_SECRET to check them'

/** Checks a deployment. A check returns `undefined` if all is well, or what is wrong and what to do. */
export const doctor = command({
  name: 'doctor',
  summary:
    'Checks a deployment, and says what to do: host, clock, login, bindings, migrations, mail, DNS, secrets and limits.',
  needs: 'nothing',
  async run({ url, options }) {
    const checks: Checked[] = []
    const check: Check = async (title, find) => {
      const problem = await find().catch(reasonOf)
      checks.push({ title, ok: problem === undefined, ...(problem === undefined ? {} : { problem }) })
      return problem === undefined
    }
    if (url !== undefined) {
      const health = await fetch(`${url}/health`).catch(() => undefined)
      // A server that cannot be reached is one problem. The next check names it.
      if (health !== undefined) await check('the databases are ready', () => problemOfHealth(health))
      const answers = await checkRealm(check, url, options)
      const secret = findDeploymentSecret()
      if (answers && secret) await checkDeployment(check, { url, secret })
      else if (answers) checks.push({ title: OF_DEPLOYMENT, ok: true, skipped: WITHOUT_SECRET })
    }
    const deployed = deployedAnswers()
    if (deployed !== undefined) await checkBindings(check, deployed)
    if (checks.length === 0)
      throw new Failure('There is nothing to check: give --url, log in, or deploy with npm run deploy.')
    return checks
  },
  print: (checks) => linesOf(checks),
  statusOf: (checks) =>
    checks.some(({ ok }) => !ok) ? FAILED : checks.some(({ skipped }) => skipped !== undefined) ? NOT_LOGGED_IN : 0,
})

const linesOf = (checks: readonly Checked[]) =>
  checks
    .map(({ title, ok, problem, skipped }) => {
      if (skipped !== undefined) return `SKIPPED  ${title}: ${skipped}`
      return ok ? `ok       ${title}` : `PROBLEM  ${title}: ${problem}`
    })
    .join('\n')

/** Returns why the server says that it is not ready. */
async function problemOfHealth(response: Response) {
  if (response.ok) return undefined
  const { reason }: { reason?: string } = await response.json()
  return `${reason ?? response.status}. Run: npm run deploy`
}

/** Returns whether the realm answers. */
async function checkRealm(check: Check, url: string, options: CommonOptions) {
  const answer: { date?: string } = {}
  const answers = await check(`${url} answers`, async () => {
    const response = await fetch(`${url}/api/v1/server_settings`)
    answer.date = response.headers.get('date') ?? ''
    const { code, msg }: { code?: string; msg?: string } = await response.json()
    if (code === 'REALM_CANNOT_START') return msg
    if (code === 'NONEXISTENT_SUBDOMAIN')
      return 'There is no realm at this host. Create it with: npm run parley -- realms create'
    return response.ok ? undefined : `It answers ${response.status}. Read the logs with: npx wrangler tail`
  })
  if (!answers) return false
  const { protocol, hostname } = new URL(url)
  await check('the connection is encrypted', async () =>
    protocol === 'https:' || hostname.endsWith('localhost') || hostname === '127.0.0.1' ? undefined : 'Use https.',
  )
  await check('the clocks agree', async () => {
    const seconds = Math.abs(Date.now() - Date.parse(answer.date ?? '')) / 1000
    return seconds > MAX_CLOCK_SECONDS
      ? `This machine differs by ${Math.round(seconds)} seconds. Set its clock.`
      : undefined
  })
  const { email, key } = readCredentials(options)
  if (!email || !key) return true
  const ask = askAt(url, { email, api_key: key })
  const account: { role?: number } = {}
  const isLoggedIn = await check(`${email} can log in`, async () => {
    try {
      account.role = (await ask<User>('GET /users/me')).role
      return undefined
    } catch (error) {
      return codeOf(error) === 'REALM_DEACTIVATED'
        ? 'The realm is closed. Open it with: npm run parley -- realms reopen'
        : messageOf(error)
    }
  })
  if (!isLoggedIn || (account.role ?? 0) > ADMINISTRATOR) return true
  await check('the database accepts all rows', async () => {
    const { parked, waiting } = await ask<{ parked: number; waiting: number }>('GET /parley/outbox')
    return parked > 0
      ? `It refuses ${parked} rows, and ${waiting} wait. See them with: npm run parley -- api GET /parley/outbox`
      : undefined
  })
  return true
}

async function checkBindings(check: Check, answers: Answers) {
  const answer: { found?: Found } = {}
  await check('the account has the Worker and its databases', async () => {
    answer.found = await inspect({ ...answers })
    return answer.found.secrets === undefined ? 'There is no Worker. Run: npm run deploy' : undefined
  })
  const { found } = answer
  const { secrets } = found ?? {}
  if (found === undefined || secrets === undefined) return
  await check('the bucket for files exists', async () => (found.hasBucket ? undefined : 'Run: npm run deploy'))
  if (answers.backups !== undefined)
    await check(`the bucket ${answers.backups} for nightly copies exists`, async () =>
      found.hasBackups ? undefined : 'Run: npm run deploy',
    )
  await check('the secrets are set', async () => {
    const missing = OWN_SECRETS.filter((name) => !secrets.includes(name))
    return missing.length > 0 ? `${missing.join(', ')} is missing. Run: npm run deploy` : undefined
  })
  await check('all migrations are applied', async () => {
    for (const { binding } of databasesOf(answers)) {
      const list = ['d1', 'migrations', 'list', binding, '--remote', '--config', CONFIG]
      const output = await withConfig(answers, () => wranglerFor(answers)(...list))
      if (!/No migrations to apply/i.test(output)) return 'Some are missing. Run: npm run deploy'
    }
    return undefined
  })
  await check('a database has room', () => findRoom(answers))
}

/** Realms continue in another database only if one has room. */
async function findRoom(answers: Answers) {
  const databases = databasesOf(answers)
  const limit = Number(answers.vars?.DATABASE_LIMIT_GB ?? DEFAULT_LIMIT_GB)
  const sizes = await Promise.all(databases.map(async ({ name }) => ({ name, size: await gigabytesOf(answers, name) })))
  if (sizes.some(({ size }) => size < limit * SHARE_OF_WARNING)) return undefined
  const list = sizes.map(({ name, size }) => `${name} has ${size.toFixed(1)} GB`).join(', ')
  return `${list}, of ${limit}. Run: npm run deploy -- --databases ${databases.length + 1}`
}

async function gigabytesOf(answers: Answers, name: string) {
  const { database_size } = jsonIn<{ database_size: unknown }>(await wranglerFor(answers)('d1', 'info', name, '--json'))
  return Number(database_size) / 1e9
}
