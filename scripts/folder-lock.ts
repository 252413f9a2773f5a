import { execFileSync } from 'node:child_process'
import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Allows one server for each folder. The lock is the file `dev.lock.N` with the highest N. It is valid while one of the
 * processes in it lives: the process that created it, or a process that it started. To replace the lock of dead processes,
 * a process creates N + 1. Only one of several processes can do that.
 */
const PREFIX = 'dev.lock.'
const WAIT_MILLISECONDS = 8000
const LOOK_MILLISECONDS = 100

/**
 * Takes the folder's lock. Throws an error with the holder's id. Waits for child processes of a holder that died.
 *
 * @param {string} folder
 * @param {string} url
 * @param {(text: string) => void} say
 */
export async function lockFolder(folder, url, say = () => {}) {
  const deadline = Date.now() + WAIT_MILLISECONDS
  let isWaiting = false
  for (;;) {
    const [highest = 0] = numbersIn(folder)
    const holder = highest > 0 ? readLock(folder, highest) : undefined
    const living = (holder?.processes ?? []).filter(isAlive)
    if (holder === undefined || living.length === 0) {
      const lock = create(folder, highest + 1, url)
      if (lock) return lock
    } else if (isAlive(holder.processes[0]) || Date.now() > deadline)
      throw new Error(refusal(folder, holder, living[0]))
    else if (!isWaiting) {
      say(`Waiting for process ${living[0].pid} to end: it belongs to a server that was killed …`)
      isWaiting = true
    }
    await pause(LOOK_MILLISECONDS)
  }
}

const refusal = (folder, { url }, { pid }) => `Process ${pid}, the server at ${url}, uses the folder ${folder}.
Stop it (Ctrl-C where it runs, or: kill ${pid}), or choose another folder and port:
  npm run dev -- --port 8800 --persist-to DIRECTORY`

function create(folder, number, url) {
  const file = join(folder, PREFIX + number)
  const processes = [identityOf(process.pid)]
  const text = () => `${JSON.stringify({ url, processes })}\n`
  const draft = join(folder, `dev.lock-of-${process.pid}`)
  writeFileSync(draft, text())
  try {
    linkSync(draft, file) // the file is complete at once, and this fails if it exists
  } catch (error) {
    if (error.code === 'EEXIST') return undefined
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
    /** Adds a process to the lock. */
    add(pid) {
      processes.push(identityOf(pid))
      writeFileSync(draft, text())
      renameSync(draft, file)
    },
    release,
  }
}

/** Returns the numbers of all locks, the highest first. */
const numbersIn = (folder) =>
  readdirSync(folder)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => Number(name.slice(PREFIX.length)))
    .filter(Number.isSafeInteger)
    .sort((a, b) => b - a)

/** Returns the lock; undefined if it was removed, or is not a lock of this program. */
function readLock(folder, number) {
  try {
    const { url, processes } = JSON.parse(readFileSync(join(folder, PREFIX + number), 'utf8'))
    return Array.isArray(processes) ? { url, processes } : undefined
  } catch {
    return undefined
  }
}

/** The system reuses process ids, but not with the same start time. */
const identityOf = (pid) => ({ pid, began: startOf(pid) })

const isAlive = ({ pid, began }) => exists(pid) && startOf(pid) === began

function exists(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM' // a process of another user
  }
}

function startOf(pid) {
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
