import { askAt } from '../../api-client.ts'
import { CONFIG, withConfig } from '../../deploy/config-file.ts'
import { databasesOf } from '../../deploy/database-list.ts'
import { ANSWERS_FILE, readJson } from '../../deploy/files.ts'
import { inspect } from '../../deploy/inspect.ts'
import { OWN_SECRETS } from '../../deploy/steps.ts'
import { jsonIn, wranglerFor } from '../../deploy/wrangler.ts'
import { findDeploymentSecret, readCredentials } from '../credentials.ts'
import { FAILED, Failure, NOT_LOGGED_IN } from '../failure.ts'
import { checkDeployment } from './deployment.ts'

const MAX_CLOCK_SECONDS = 60
const ADMINISTRATOR = 200
const DEFAULT_LIMIT_GB = 8
const SHARE_OF_WARNING = 0.8
const OF_DEPLOYMENT =
  'migrations, organizations that cannot start, gateways, hourly work, files, secrets, emails, limits, room and nightly copies'
const WITHOUT_SECRET = 'set DEPLOYMENT_SECRET to check them'

/** Checks a deployment. A check returns `undefined` if all is well, or what is wrong and what to do. */
export const doctor = {
  name: 'doctor',
  summary:
    'Checks a deployment, and says what to do: host, clock, login, bindings, migrations, mail, DNS, secrets and limits.',
  needs: 'nothing',
  async run({ url, options }) {
    const checks = []
    const check = async (title, find) => {
      const problem = await find().catch((error) => error.cause?.message ?? error.message)
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
    const answers = readJson(ANSWERS_FILE)
    if (answers.database_id !== undefined) await checkBindings(check, answers)
    if (checks.length === 0)
      throw new Failure('There is nothing to check: give --url, log in, or deploy with npm run deploy.')
    return checks
  },
  print: (checks) => linesOf(checks),
  statusOf: (checks) =>
    checks.some(({ ok }) => !ok) ? FAILED : checks.some(({ skipped }) => skipped !== undefined) ? NOT_LOGGED_IN : 0,
}

const linesOf = (checks) =>
  checks
    .map(({ title, ok, problem, skipped }) => {
      if (skipped !== undefined) return `SKIPPED  ${title}: ${skipped}`
      return ok ? `ok       ${title}` : `PROBLEM  ${title}: ${problem}`
    })
    .join('\n')

/** Returns why the server says that it is not ready. */
async function problemOfHealth(response) {
  if (response.ok) return undefined
  const { reason } = await response.json()
  return `${reason ?? response.status}. Run: npm run deploy`
}

/** Returns whether the realm answers. */
async function checkRealm(check, url, options) {
  let response
  const answers = await check(`${url} answers`, async () => {
    response = await fetch(`${url}/api/v1/server_settings`)
    const { code, msg } = await response.json()
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
    const seconds = Math.abs(Date.now() - Date.parse(response.headers.get('date') ?? '')) / 1000
    return seconds > MAX_CLOCK_SECONDS
      ? `This machine differs by ${Math.round(seconds)} seconds. Set its clock.`
      : undefined
  })
  const { email, key } = readCredentials(options)
  if (!email || !key) return true
  const ask = askAt(url, { email, api_key: key })
  let role
  const isLoggedIn = await check(`${email} can log in`, async () => {
    try {
      role = (await ask('GET /users/me')).role
      return undefined
    } catch (error) {
      return error.code === 'REALM_DEACTIVATED'
        ? 'The realm is closed. Open it with: npm run parley -- realms reopen'
        : error.message
    }
  })
  if (!isLoggedIn || role > ADMINISTRATOR) return true
  await check('the database accepts all rows', async () => {
    const { parked, waiting } = await ask('GET /parley/outbox')
    return parked > 0
      ? `It refuses ${parked} rows, and ${waiting} wait. See them with: npm run parley -- api GET /parley/outbox`
      : undefined
  })
  return true
}

async function checkBindings(check, answers) {
  let found
  const isInspected = await check('the account has the Worker and its databases', async () => {
    found = await inspect({ ...answers })
    return found.secrets === undefined ? 'There is no Worker. Run: npm run deploy' : undefined
  })
  if (!isInspected) return
  await check('the bucket for files exists', async () => (found.hasBucket ? undefined : 'Run: npm run deploy'))
  if (answers.backups !== undefined)
    await check(`the bucket ${answers.backups} for nightly copies exists`, async () =>
      found.hasBackups ? undefined : 'Run: npm run deploy',
    )
  await check('the secrets are set', async () => {
    const missing = OWN_SECRETS.filter((name) => !found.secrets.includes(name))
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
async function findRoom(answers) {
  const databases = databasesOf(answers)
  const limit = Number(answers.vars?.DATABASE_LIMIT_GB ?? DEFAULT_LIMIT_GB)
  const sizes = await Promise.all(databases.map(async ({ name }) => ({ name, size: await gigabytesOf(answers, name) })))
  if (sizes.some(({ size }) => size < limit * SHARE_OF_WARNING)) return undefined
  const list = sizes.map(({ name, size }) => `${name} has ${size.toFixed(1)} GB`).join(', ')
  return `${list}, of ${limit}. Run: npm run deploy -- --databases ${databases.length + 1}`
}

async function gigabytesOf(answers, name) {
  const { database_size } = jsonIn(await wranglerFor(answers)('d1', 'info', name, '--json'))
  return Number(database_size) / 1e9
}
