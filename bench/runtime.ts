// Builds a Worker as it would be deployed, and runs it on workerd without a proxy: a socket directly into the Worker, and
// state in a temporary directory. The development proxy takes more time than the server.

import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { unstable_splitSqlQuery as statementsIn } from 'wrangler'
import { runWorker } from '../scripts/run-worker.ts'

const ROOT = new URL('..', import.meta.url).pathname
/** A Worker that runs, and the process in which it does. */
export type Program = Awaited<ReturnType<typeof start>>
type Variables = Record<string, string>
type Started = { more?: readonly Variables[]; isInspected?: boolean }

export const DEPLOYMENT_SECRET = 'the secret of the bench'

/** Returns a directory that is deleted when the process exits. */
function scratch() {
  const directory = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** Builds a Worker, and returns the folder. */
async function build(entry: string, directory: string): Promise<string> {
  const env = { ...process.env, CI: 'true', WRANGLER_SEND_METRICS: 'false', CLOUDFLARE_CF_FETCH_ENABLED: 'false' }
  const outdir = join(directory, 'built', entry)
  await promisify(execFile)('wrangler', ['deploy', join('bench/workers', entry), '--dry-run', '--outdir', outdir], {
    env,
    cwd: ROOT,
  })
  return outdir
}

/** Starts the server, with these variables beside those of wrangler.toml. */
export async function openServer(variables: Variables = {}): Promise<Program> {
  const directory = scratch()
  return startServer(directory, await build('worker.ts', directory), variables)
}

/** Starts the server and the floor, and for each of `more` another server with these variables. */
export async function openServerAndFloor({ more = [], isInspected = false }: Started = {}) {
  const directory = scratch()
  const [serverFolder, floorFolder] = await Promise.all([build('worker.ts', directory), build('floor.ts', directory)])
  const server = await startServer(directory, serverFolder, {}, isInspected)
  const floor = await start({ name: 'floor', directory, folder: floorFolder, isInspected })
  const others: Program[] = []
  for (const variables of more) others.push(await startServer(scratch(), serverFolder, variables))
  return { server, floor, others }
}

async function startServer(
  directory: string,
  folder: string,
  variables: Variables = {},
  isInspected = false,
): Promise<Program> {
  const running = await start({ name: 'server', directory, folder, variables, isInspected })
  const database = await running.miniflare.getD1Database('DB')
  const migrations = join(ROOT, 'migrations/d1')
  for (const name of readdirSync(migrations).sort())
    for (const statement of statementsIn(readFileSync(join(migrations, name), 'utf8')))
      await database.prepare(statement).run()
  return running
}

type Starting = { name: string; directory: string; folder: string; variables?: Variables; isInspected?: boolean }

/** Starts a Worker in the configuration of wrangler.toml, without its limits on requests. Logins stay limited. */
async function start({ name, directory, folder, variables = {}, isInspected = false }: Starting) {
  const { miniflare, port } = await runWorker({
    name,
    folder,
    isInspected,
    state: join(directory, 'state', name),
    variables: { RATE_LIMIT_BY_USER: '', RATE_LIMIT_BY_ADDRESS: '', ...variables, DEPLOYMENT_SECRET },
  })
  let pid = started()
  return {
    name,
    port,
    miniflare,
    cpuSeconds: () => cpuSeconds(pid),
    residentMebibytes: () => residentMebibytes(pid),
    /** Runs `act`. Returns the peak resident memory meanwhile, less the resident memory before. */
    async growth(act: () => Promise<unknown>): Promise<number> {
      const before = residentMebibytes(pid)
      writeFileSync(`/proc/${pid}/clear_refs`, '5') // resets the peak
      await act()
      return peakMebibytes(pid) - before
    },
    /** Kills the process. Miniflare starts another one with the same files and port. */
    async crash() {
      process.kill(Number(pid), 'SIGKILL')
      let next: string | undefined
      do await setTimeout(2)
      while ((next = newWorkerd()) === undefined)
      pid = next
    },
    stop: () => miniflare.dispose(),
  }
}

const seen = new Set<string>()

function started(): string {
  const pid = newWorkerd()
  if (pid === undefined) throw new Error('workerd did not start')
  return pid
}

/** Returns the workerd that this process has started since the last call, if any. */
function newWorkerd(): string | undefined {
  const found = readdirSync('/proc').find((pid) => /^\d+$/.test(pid) && !seen.has(pid) && isOurWorkerd(pid))
  if (found !== undefined) seen.add(found)
  return found
}

function isOurWorkerd(pid: string): boolean {
  try {
    const [, name, parent] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return name === 'workerd' && Number(parent) === process.pid
  } catch {
    return false // it ended while we looked
  }
}

/** Returns the CPU time of all threads, to the nanosecond. */
function cpuSeconds(pid: string): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const spent = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  )
  return spent.reduce((sum, each) => sum + each, 0) / 1e9
}

const mebibytes = (pid: string, name: string): number =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
const residentMebibytes = (pid: string) => mebibytes(pid, 'VmRSS')
const peakMebibytes = (pid: string) => mebibytes(pid, 'VmHWM')
