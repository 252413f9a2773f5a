// What the processes of a browser use. Linux counts it.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

/** Returns the CPU seconds of all threads of all processes of the browser with this profile. */
export const cpuOf = (profile: string): number => cpuOfAll(processesOf(profile))

/** Returns the CPU seconds of the programs that this process has started, and that have a word in their command, with all that they started. */
export function cpuOfPrograms(word: string): number {
  const { parents, isInside } = family()
  const programs = programsOf(parents, word)
  return cpuOfAll([...parents.keys()].filter((pid) => programs.some((root) => isInside(pid, root))))
}

/** Returns the seconds in which the main threads of these programs could run, and waited for a core. */
export const waitOfPrograms = (word: string): number =>
  secondsIn(programsOf(family().parents, word).map((pid) => Number(textOf(`/proc/${pid}/schedstat`).split(' ')[1])))

const programsOf = (parents: ReadonlyMap<string, string>, word: string): string[] =>
  [...parents].flatMap(([pid, parent]) =>
    parent === String(process.pid) && textOf(`/proc/${pid}/cmdline`).includes(word) ? [pid] : [],
  )

const cpuOfAll = (pids: readonly string[]): number => secondsIn(pids.flatMap((pid) => threadsOf(pid)))

const secondsIn = (nanoseconds: readonly number[]): number => nanoseconds.reduce((sum, each) => sum + each / 1e9, 0)

/** Returns the bytes of all files of a folder. */
export function bytesIn(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + sizeOf(join(parentPath, name)), 0)
}

/** The browser, and what it started. */
function processesOf(profile: string): string[] {
  const { parents, isInside } = family()
  const browser = [...parents.keys()].find((pid) => {
    const command = textOf(`/proc/${pid}/cmdline`)
    return command.includes(`--user-data-dir=${profile}`) && !command.includes('--type=')
  })
  return browser === undefined ? [] : [...parents.keys()].filter((pid) => isInside(pid, browser))
}

/** The parent of each process, and whether one process has started another one. */
function family() {
  const parents = new Map<string, string>()
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    parents.set(pid, /\) \S (\d+)/.exec(textOf(`/proc/${pid}/stat`))?.[1] ?? '')
  const isInside = (pid: string, root: string): boolean => {
    if (pid === root) return true
    const parent = parents.get(pid)
    return parent !== undefined && isInside(parent, root)
  }
  return { parents, isInside }
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
