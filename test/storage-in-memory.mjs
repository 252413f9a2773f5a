import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm'
/** A whole run writes about two gigabytes. */
const MIN_FREE_BYTES = 6 * 1024 ** 3
const PREFIX = 'parley-tests-'

/**
 * The local runtime waits for the disk after each transaction. If the memory has room, this process keeps its temporary files there,
 * and so do the processes that it starts. The process removes the folder when it ends. If it was killed, the next run does.
 */
export function keepStorageInMemory() {
  if (freeBytes() < MIN_FREE_BYTES || process.env.TMPDIR?.startsWith(MEMORY)) return
  for (const name of readdirSync(MEMORY))
    if (name.startsWith(PREFIX) && !isRunning(Number(name.slice(PREFIX.length)))) remove(join(MEMORY, name))
  const folder = join(MEMORY, `${PREFIX}${process.pid}`)
  mkdirSync(folder, { recursive: true })
  process.env.TMPDIR = folder
  process.on('exit', () => remove(folder))
}

/** @param {string} folder */
const remove = (folder) => rmSync(folder, { recursive: true, force: true })

function freeBytes() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize
  } catch {
    return 0
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
