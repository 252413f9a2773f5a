// What the processes of a browser use. Linux counts it.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the CPU seconds of all threads of all processes of the browser with this profile. */
export function cpuOf(profile: string): number {
  return processesOf(profile)
    .flatMap((pid) => threadsOf(pid))
    .reduce((sum, nanoseconds) => sum + nanoseconds / 1e9, 0)
}

/** Returns the bytes of all files of a folder. */
export function bytesIn(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + sizeOf(join(parentPath, name)), 0)
}

/** The browser, and what it started. */
function processesOf(profile: string): string[] {
  const parents = new Map<string, string>()
  let browser: string | undefined
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const command = textOf(`/proc/${pid}/cmdline`)
    if (command.includes(`--user-data-dir=${profile}`) && !command.includes('--type=')) browser ??= pid
    parents.set(pid, /\) \S (\d+)/.exec(textOf(`/proc/${pid}/stat`))?.[1] ?? '')
  }
  const isInside = (pid: string): boolean => {
    if (pid === browser) return true
    const parent = parents.get(pid)
    return parent !== undefined && isInside(parent)
  }
  return [...parents.keys()].filter(isInside)
}

function threadsOf(pid: string): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) =>
      Number(textOf(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]),
    )
  } catch {
    return []
  }
}

/** Returns the text of a file, or nothing if it has gone meanwhile. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size
  } catch {
    return 0
  }
}
