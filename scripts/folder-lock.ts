import { execFileSync } from 'node:child_process'
import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { codeOf } from '../conversion/failure.ts'

/**
 * Allows one server for each folder. The lock is the file `dev.lock.N` with the highest N. It is valid while one of the
 * processes in it lives: the process that created it, or a process that it started. To replace the lock of dead processes,
 * a process creates N + 1. Only one of several processes can do that.
 */
const PREFIX = 'dev.lock.'
/** The processes of a server that was killed need seconds to end, and more on a busy machine. */
const WAIT_MILLISECONDS = 60_000
const LOOK_MILLISECONDS = 100

/** A process, and when it began. */
type Identity = { pid: number; began: string | undefined }
type Holder = { url: string; processes: Identity[] }

export type Lock = {
  /** Adds a process to the lock. */
  add: (pid: number | undefined) => void
  release: () => void
}

/** Takes the folder's lock. Throws an error with the holder's id. Waits for child processes of a holder that died. */
export async function lockFolder(folder: string, url: string, say: (text: string) => void = () => {}): Promise<Lock> {
  const deadline = Date.now() + WAIT_MILLISECONDS
  let isWaiting = false
  for (;;) {
    const [highest = 0] = numbersIn(folder)
    const holder = highest > 0 ? readLock(folder, highest) : undefined
    const living = (holder?.processes ?? []).filter(isAlive)
    const [first] = living
    if (holder === undefined || first === undefined) {
      const lock = create(folder, highest + 1, url)
      if (lock) return lock
    } else if (first === holder.processes[0] || Date.now() > deadline) throw new Error(refusal(folder, holder, first))
    else if (!isWaiting) {
      say(`Waiting for process ${first.pid} to end: it belongs to a server that was killed …`)
      isWaiting = true
    }
    await pause(LOOK_MILLISECONDS)
  }
}

const refusal = (
  folder: string,
  { url }: Holder,
  { pid }: Identity,
) => `Process ${pid}, the server at ${url}, uses the folder ${folder}.
Stop it (Ctrl-C where it runs, or: kill ${pid}), or choose another folder and port:
  npm run dev -- --port 8800 --persist-to DIRECTORY`

function create(folder: string, number: number, url: string): Lock | undefined {
  const file = join(folder, PREFIX + number)
  const processes = [identityOf(process.pid)]
  const text = () => `${JSON.stringify({ url, processes })}\n`
  const draft = join(folder, `dev.lock-of-${process.pid}`)
  writeFileSync(draft, text())
  try {
    linkSync(draft, file) // the file is complete at once, and this fails if it exists
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return undefined
    throw error
  } finally {
    rmSync(draft)
  }
  const release = () => rmSync(file, { force: true })
  // Meanwhile other processes may have created and removed higher numbers.
  const [highest = 0] = numbersIn(folder)
  if (highest > number) {
    release()
    return undefined
  }
  for (const lower of numbersIn(folder).filter((existing) => existing < number)) rmSync(join(folder, PREFIX + lower))
  return {
    add(pid) {
      if (pid !== undefined) processes.push(identityOf(pid))
      writeFileSync(draft, text())
      renameSync(draft, file)
    },
    release,
  }
}

/** Returns the numbers of all locks, the highest first. */
const numbersIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => Number(name.slice(PREFIX.length)))
    .filter(Number.isSafeInteger)
    .sort((a, b) => b - a)

/** Returns the lock; undefined if it was removed, or is not a lock of this program. */
function readLock(folder: string, number: number): Holder | undefined {
  try {
    const { url, processes }: Holder = JSON.parse(readFileSync(join(folder, PREFIX + number), 'utf8'))
    return Array.isArray(processes) ? { url, processes } : undefined
  } catch {
    return undefined
  }
}

/** The system reuses process ids, but not with the same start time. */
const identityOf = (pid: number): Identity => ({ pid, began: startOf(pid) })

const isAlive = ({ pid, began }: Identity) => exists(pid) && startOf(pid) === began

function exists(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM' // a process of another user
  }
}

function startOf(pid: number) {
  try {
    if (process.platform === 'linux') {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      const [state, began] = [fields[0], fields[19]]
      return state === 'Z' ? undefined : began // a zombie is dead
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}
