import { readdirSync } from 'node:fs'
import { Resolver } from 'node:dns/promises'
import { join } from 'node:path'
import { askWithSecret } from '../../api-client.ts'
import { ROOT } from '../../deploy/files.ts'
import { hashOfBuild } from '../../deploy/bundle.ts'
import { wranglerFor } from '../../deploy/wrangler.ts'
import type { Check } from './check.ts'
import { problemsOfMailDomains, type Domains, type Lookups } from './mail-domains.ts'

const SECRET_ADVICE: Record<string, string> = {
  ENCRYPTION_SECRET:
    'Without it, one-time codes and identity providers are refused. Set at least 32 characters: openssl rand -hex 32 | npx wrangler secret put ENCRYPTION_SECRET',
  WEB_PUSH_KEYS: 'Without it, browsers get no notifications. Run: npm run deploy',
}
const HOURLY_WORK_IS_LATE_SECONDS = 3 * 3600
const COPY_IS_LATE_SECONDS = 2 * 24 * 3600

/** How full things are, from 0 to 1. */
type Room = { event_log_fill: number; realm_fill: number; upload_fill: number }

/** What the deployment says about itself. */
type Deployment = Room & {
  bundle_sha256: string
  is_development: boolean
  migrations: string[]
  failed_starts: { realm: string; reason: string; failed_at: number }[]
  has_gateways: boolean
  hourly_work_at: number | null
  has_files: boolean
  missing_secrets: string[]
  emails: Domains & { can_send: boolean }
  unlimited: string[]
  call_problems: string[]
}

type NightlyCopy = { folder: string; begun_at: number; finished_at: number | null }

/** The deployment, and what the tests replace: the domain name system, and the build of this folder. */
type Access = { url: string; secret: string; resolver?: Lookups; build?: () => Promise<string> }

/** Checks what the deployment says about itself to the holder of its secret. */
export async function checkDeployment(
  check: Check,
  { url, secret, resolver = new Resolver(), build = () => hashOfBuild(wranglerFor({})) }: Access,
): Promise<void> {
  const ask = askWithSecret(url, secret)
  const answer: { found?: Deployment } = {}
  await check('the secret of the deployment is right', async () => {
    answer.found = await ask<Deployment>('GET /parley/deployment')
    return undefined
  })
  const { found } = answer
  if (found === undefined) return
  await check('the database has all migrations', async () => problemOfMigrations(found.migrations))
  if (!found.is_development)
    await check('the deployment runs what this folder builds', async () => problemOfBuild(found.bundle_sha256, build))
  await check('all organizations start', async () => problemOfStarts(found.failed_starts))
  await check('queues can be in gateways', async () =>
    found.has_gateways
      ? undefined
      : 'The binding GATEWAY is missing, so an organization has at most 10,000 queues. Run: npm run deploy',
  )
  if (!found.is_development) await check('the hourly work runs', async () => problemOfHourlyWork(found.hourly_work_at))
  await check('the bucket for files answers', async () =>
    found.has_files
      ? undefined
      : 'R2 does not respond. Look at the binding FILES, and at https://www.cloudflarestatus.com',
  )
  for (const name of found.missing_secrets)
    await check(
      `the secret ${name} is set`,
      async () => SECRET_ADVICE[name] ?? `Set it: npx wrangler secret put ${name}`,
    )
  await check('emails can be sent', async () =>
    found.emails.can_send
      ? undefined
      : 'No user can be invited or reset a password. Set MAIL_FROM: npm run deploy -- --mail-from chat@example.com',
  )
  if (found.emails.can_send || found.emails.gateway !== '')
    for (const { title, problem } of await problemsOfMailDomains(found.emails, resolver))
      await check(title, async () => problem)
  await check('requests are limited', async () =>
    found.unlimited.length === 0
      ? undefined
      : `Anyone can send any number of requests: set ${found.unlimited.join(', ')} (docs/configuration.md)`,
  )
  await check('the configuration of calls fits together', async () =>
    found.call_problems.length === 0 ? undefined : `${found.call_problems.join(' ')} See docs/calls.md`,
  )
  await check('the event log, the realm and the uploads have room', async () => problemOfRoom(found))
  const { nights, copies } = await ask<{ nights: number; copies: NightlyCopy[] }>('GET /parley/nightly_copies')
  if (nights > 0)
    await check(`nightly copies are made, and kept for ${nights} nights`, async () => problemOfCopies(copies))
}

/** Returns what is wrong if the deployment runs another build than this folder makes. */
async function problemOfBuild(deployed: string, build: () => Promise<string>): Promise<string | undefined> {
  if (deployed === '')
    return 'It does not say which build it runs. Run: npm run deploy. Without that command, set BUNDLE_SHA256 to the hash that npm run bundle prints.'
  const own = await build()
  if (deployed === own) return undefined
  return `It runs the build ${deployed}, and this folder makes ${own}. Either this folder has another version (git status), or another operator deployed another build. To replace it: npm run deploy`
}

/** Returns the organizations that cannot start, and the reasons. */
function problemOfStarts(failed: Deployment['failed_starts']) {
  const list = failed.map(({ realm, reason, failed_at }) => `${realm} (${timeOf(failed_at)}): ${reason}`)
  return list.length > 0 ? list.join(' ') : undefined
}

const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString()

function problemOfHourlyWork(ran_at: number | null) {
  if (ran_at !== null && Date.now() / 1000 - ran_at < HOURLY_WORK_IS_LATE_SECONDS) return undefined
  const last = ran_at === null ? 'It has never run' : `It last ran at ${timeOf(ran_at)}`
  return `${last}. A new deployment waits up to an hour. After that, look at the cron trigger of the Worker: npm run deploy sets it.`
}

/** Returns what is wrong if the database lacks migrations of this version, or has those of a newer one. */
function problemOfMigrations(applied: readonly string[]) {
  const files = readdirSync(join(ROOT, 'migrations/d1')).filter((name) => name.endsWith('.sql'))
  const missing = files.filter((name) => !applied.includes(name))
  if (missing.length > 0) return `${missing.join(', ')} is missing. Run: npm run deploy`
  const newer = applied.filter((name) => !files.includes(name))
  return newer.length > 0 ? `It has ${newer.join(', ')}, which this folder does not know. Run: git pull` : undefined
}

/** Returns what is almost full. The parts are of this realm: each has its own limits. */
export function problemOfRoom({ event_log_fill, realm_fill, upload_fill }: Room): string | undefined {
  const full = [
    event_log_fill > 0.8 &&
      'The event log is almost full. Clients that are far behind register again (EVENT_LOG_ROWS, EVENT_LOG_MIB).',
    realm_fill > 0.8 &&
      'The realm almost has the 10 GB that the platform stores for it. Shorten the retention of messages, or delete old ones.',
    upload_fill > 0.8 && 'The files of this realm almost reach UPLOAD_QUOTA_MIB.',
  ].filter(Boolean)
  return full.length > 0 ? full.join(' ') : undefined
}

function problemOfCopies(copies: readonly NightlyCopy[]) {
  const open = copies.find(({ finished_at }) => finished_at === null)
  if (open !== undefined && Date.now() / 1000 - open.begun_at > COPY_IS_LATE_SECONDS)
    return `The copy ${open.folder} has not ended. Read the log: npx wrangler tail`
  return undefined
}
