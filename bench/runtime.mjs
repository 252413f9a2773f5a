// Builds a Worker as it would be deployed and runs it on workerd with nothing in front: a socket straight into the
// Worker, state in a temporary directory. Measured through the development proxy, one would measure the proxy.

import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { convertV4MiniflareOptions, Miniflare, NoOpLog } from 'miniflare'
import { unstable_getMiniflareWorkerOptions as workerOptionsOf, unstable_splitSqlQuery as statementsIn } from 'wrangler'

const ROOT = new URL('..', import.meta.url).pathname
export const DEPLOYMENT_SECRET = 'the secret of the bench'

/** A directory that is gone when the bench is, however it ends. */
function scratch() {
  const directory = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }))
  return directory
}

async function build(entry, directory) {
  const env = { ...process.env, CI: 'true', WRANGLER_SEND_METRICS: 'false', CLOUDFLARE_CF_FETCH_ENABLED: 'false' }
  const outdir = join(directory, 'built', entry)
  await promisify(execFile)('wrangler', ['deploy', join('bench', entry), '--dry-run', '--outdir', outdir], {
    env,
    cwd: ROOT,
  })
  const files = readdirSync(outdir).filter((name) => /\.(js|sql)$/.test(name))
  return files
    .sort((a, b) => Number(b.endsWith('.js')) - Number(a.endsWith('.js')))
    .map((name) => ({ type: name.endsWith('.js') ? 'ESModule' : 'Text', path: join(outdir, name) }))
}

/** The server under test. */
export async function openServer() {
  const directory = scratch()
  return startServer(directory, await build('worker.ts', directory))
}

/** The same, and the floor beside it. */
export async function openServerAndFloor() {
  const directory = scratch()
  const [serverModules, floorModules] = await Promise.all([build('worker.ts', directory), build('floor.ts', directory)])
  const server = await startServer(directory, serverModules)
  return { server, floor: await start('floor', directory, floorModules) }
}

async function startServer(directory, modules) {
  const running = await start('server', directory, modules)
  const database = await running.miniflare.getD1Database('DB')
  const migrations = join(ROOT, 'migrations/d1')
  for (const name of readdirSync(migrations).sort())
    for (const statement of statementsIn(readFileSync(join(migrations, name), 'utf8')))
      await database.prepare(statement).run()
  return running
}

/** In the configuration of wrangler.toml, less its rate limits. */
async function start(name, directory, modules) {
  const { modulesRules: _, bindings, ...configured } = workerOptionsOf(join(ROOT, 'wrangler.toml')).workerOptions
  const limits = {
    RATE_LIMIT_BY_USER: '',
    RATE_LIMIT_BY_ADDRESS: '',
    RATE_LIMIT_AUTHENTICATION: '',
    RATE_LIMIT_AUTHENTICATION_BY_ADDRESS: '',
  }
  const port = await freePort()
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      log: new NoOpLog(),
      cf: false,
      telemetry: { enabled: false },
      resourcePersistencePath: join(directory, 'state', name),
      workers: [
        {
          ...configured,
          name,
          modules,
          modulesRoot: join(modules[0].path, '..'),
          bindings: { ...bindings, ...limits, DEPLOYMENT_SECRET },
          unsafeDirectSockets: [{ host: '127.0.0.1', port }],
        },
      ],
    }),
  )
  await miniflare.ready
  let pid = newWorkerd()
  return {
    name,
    port,
    miniflare,
    cpuSeconds: () => cpuSeconds(pid),
    residentMebibytes: () => residentMebibytes(pid),
    /** Runs this, and returns the most that was resident meanwhile beyond what was resident before. */
    async growth(act) {
      const before = residentMebibytes(pid)
      writeFileSync(`/proc/${pid}/clear_refs`, '5') // the peak begins anew
      await act()
      return peakMebibytes(pid) - before
    },
    /** As a crash would end it. Miniflare starts another on the same files and the same port. */
    async crash() {
      process.kill(Number(pid), 'SIGKILL')
      do await setTimeout(2)
      while ((pid = newWorkerd()) === undefined)
    },
    stop: () => miniflare.dispose(),
  }
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

const known = new Set()

/** The workerd that this process has started since it was last asked. */
function newWorkerd() {
  const found = readdirSync('/proc').find((pid) => /^\d+$/.test(pid) && !known.has(pid) && isOurWorkerd(pid))
  if (found !== undefined) known.add(found)
  return found
}

function isOurWorkerd(pid) {
  try {
    const [, name, parent] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return name === 'workerd' && Number(parent) === process.pid
  } catch {
    return false // it ended while we looked
  }
}

/** To the nanosecond, over all of its threads. */
function cpuSeconds(pid) {
  const threads = readdirSync(`/proc/${pid}/task`)
  const spent = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  )
  return spent.reduce((sum, each) => sum + each, 0) / 1e9
}

const mebibytes = (pid, name) =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024
const residentMebibytes = (pid) => mebibytes(pid, 'VmRSS')
const peakMebibytes = (pid) => mebibytes(pid, 'VmHWM')
