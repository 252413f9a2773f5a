import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Refused, askAt } from './api-client.ts'
import { newPushKeys } from './push-keys.mjs'

const ROOT = join(import.meta.dirname, '..')
const BIN = join(ROOT, 'node_modules/.bin')
const START_MILLISECONDS = 60_000
const POLL_MILLISECONDS = 50

/** The deployment's secret on a development server. It protects nothing. */
export const DEVELOPMENT_SECRET = 'development'
export const DEFAULT_REALM = 'parley'

/** The variables that differ from production. wrangler.toml does not change. */
export const DEVELOPMENT_VARIABLES = {
  DEVELOPMENT: 'true',
  CALLS_PRIVATE_ADDRESSES: 'true',
  CALL_STUN_URLS: '',
  OUTSIDE_REQUESTS_OFF: 'breached_passwords',
  WEB_PUBLIC_STREAMS_ENABLED: 'true',
  DEPLOYMENT_SECRET: DEVELOPMENT_SECRET,
  ENCRYPTION_SECRET: 'a development secret that protects nothing',
  MAIL_GATEWAY: 'in.localhost',
  DEFAULT_REALM,
  ROOT_HOST: '',
  RATE_LIMIT_BY_USER: '',
  RATE_LIMIT_BY_ADDRESS: '',
  RATE_LIMIT_AUTHENTICATION: '',
  RATE_LIMIT_AUTHENTICATION_BY_ADDRESS: '',
  RATE_LIMIT_MAIL_BY_ADDRESS: '',
  RATE_LIMIT_MAIL_BY_ACCOUNT: '',
}

const ENVIRONMENT = {
  // npm scripts use the Node in node_modules. A script that is started directly may run on an older Node.
  PATH: `${BIN}${delimiter}${process.env.PATH}`,
  CI: 'true', // no prompts
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_WRITE_LOGS: 'false', // they are in the home directory
  CLOUDFLARE_CF_FETCH_ENABLED: 'false', // otherwise it looks up the location of this machine
  X_LOCAL_OBSERVABILITY: 'false', // otherwise it writes each request to a database
  X_LOCAL_EXPLORER: 'false',
}

/** A process that is at work. `ended` is its exit status. */
export type Started = { pid: number | undefined; stop: () => unknown; ended: Promise<number> }

/** Applies the migrations of D1 with wrangler, as a deployment does. */
export const applyMigrations = ({ state }: { state: string }): Started =>
  withOutputOfFailure(wrangler(['d1', 'migrations', 'apply', 'DB', '--local', '--persist-to', state], 'pipe'))

/** Applies the migrations of D1 in less time. */
export const updateDatabases = ({ state }: { state: string }): Started =>
  withOutputOfFailure(startsScript('update-databases.ts', [state], 'pipe'))

function withOutputOfFailure(child: ChildProcess): Started {
  let output = ''
  child.stdout?.on('data', (text) => (output += text))
  child.stderr?.on('data', (text) => (output += text))
  return {
    pid: child.pid,
    stop: () => child.stdin?.end(),
    ended: ended(child).then((status) => {
      if (status !== 0) throw new Error(`The D1 migrations could not be applied:\n${output}`)
      return status
    }),
  }
}

/**
 * What the tests of the web client choose: services of others, which they replace with small ones of their own, and passwords that
 * cost little to check. A developer tries a mail server, or a bouncer.
 */
const FROM_OUTSIDE = [
  'PASSWORD_COST',
  'DNS_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'WEB_PUSH_SERVICES',
  'PUSH_BOUNCER_URL',
  'PUSH_BOUNCER_ORGANIZATION',
  'PUSH_BOUNCER_KEY',
  'CALL_STUN_URLS',
  'CALL_TURN_URLS',
  'CALL_TURN_SECRET',
  'CALL_SFU_URL',
  'CALL_SFU_APP_ID',
  'CALL_SFU_SECRET',
  'CALL_RELAY_ONLY',
  'ZOOM_URL',
  'ZOOM_API_URL',
  'ZOOM_CLIENT_ID',
  'ZOOM_CLIENT_SECRET',
]

export function startServer({ port, state, folder }: { port: number; state: string; folder: string }): Started {
  const place = ['--ip', '127.0.0.1', '--port', `${port}`, '--inspector-port', '0', '--persist-to', state]
  const quiet = ['--log-level', 'error', '--show-interactive-dev-session=false']
  const all = {
    ...DEVELOPMENT_VARIABLES,
    DEVELOPMENT_URL: `http://localhost:${port}`,
    WEB_PUSH_KEYS: keptPushKeys(folder),
    ...Object.fromEntries(
      FROM_OUTSIDE.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
    ),
  }
  const variables = Object.entries(all).map(([name, value]) => `${name}:${value}`)
  const tether = wrangler(['dev', ...place, ...quiet, '--var', ...variables], 'inherit')
  return { pid: tether.pid, stop: () => tether.stdin?.end(), ended: ended(tether) }
}

/** Returns the push keys of a folder. Browsers register with them, so they never change. */
function keptPushKeys(folder: string) {
  const file = join(folder, 'web-push-keys')
  if (!existsSync(file)) writeFileSync(file, newPushKeys(), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}

const wrangler = (args: readonly string[], output: 'pipe' | 'inherit') => startsScript('tether.ts', args, output)

function startsScript(name: string, args: readonly string[], output: 'pipe' | 'inherit') {
  const ours = join(BIN, 'node')
  const node = existsSync(ours) ? ours : process.execPath
  return spawn(node, [join(import.meta.dirname, name), ...args], {
    cwd: ROOT,
    detached: true, // Ctrl-C reaches this script only, which then ends the others in order
    env: { ...process.env, ...ENVIRONMENT },
    stdio: ['pipe', output, output],
  })
}

async function ended(child: ChildProcess): Promise<number> {
  const [code] = await once(child, 'exit')
  return code ?? 1
}

/** Throws if the port is taken. Otherwise another program there would look like this server. */
export async function refuseTakenPort(port: number): Promise<void> {
  const probe = createServer()
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening')
  } catch {
    throw new Error(`Port ${port} is taken. Choose another: npm run dev -- --port 8800`)
  }
  await once(probe.close(), 'close')
}

/** Waits until the server answers. Returns whether its realm exists. */
export async function realmExists(url: string): Promise<boolean> {
  const deadline = Date.now() + START_MILLISECONDS
  while (Date.now() < deadline) {
    try {
      await askAt(url)('GET /server_settings')
      return true
    } catch (error) {
      if (error instanceof Refused && error.code === 'NONEXISTENT_SUBDOMAIN') return false
      // The object restarts when the build of the server ends while a request runs.
      if (error instanceof Refused && error.code !== 'INTERNAL_SERVER_ERROR') throw error
    }
    await pause(POLL_MILLISECONDS)
  }
  throw new Error(`Nothing answered at ${url} within ${START_MILLISECONDS / 1000} s`)
}
