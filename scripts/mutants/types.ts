// Finds mutants that do not compile. Such a mutant would fail every test, and prove nothing.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { Copy } from './copy.ts'
import type { NumberedMutant } from './list.ts'

// A mutant may leave names unused.
const OPTIONS = ['--noEmit', '--pretty', 'false', '--noUnusedLocals', 'false', '--noUnusedParameters', 'false']

/** The compiler reads a folder at a time. */
const PROJECTS = [
  { folder: 'src/', config: 'tsconfig.json' },
  { folder: 'conversion/', config: 'conversion/tsconfig.json' },
]

/** Returns the compiler's message for each mutant that does not type-check, by its number. */
export function typeErrors(root: string, mutants: readonly NumberedMutant[]): Map<number, string> {
  const copy = new Copy(root)
  try {
    for (const mutant of mutants) copy.addBeside(mutant)
    const projects = PROJECTS.filter(({ folder }) => mutants.some(({ file }) => file.startsWith(folder)))
    return new Map(projects.flatMap(({ config }) => errorsIn(copy.root, config)))
  } finally {
    copy.remove()
  }
}

function errorsIn(root: string, config: string): [number: number, message: string][] {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout, error } = spawnSync(process.execPath, [tsc, '-p', config, ...OPTIONS], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (error) throw error
  const found = [...stdout.matchAll(/^(.*?)(?:\.mutant-(\d+))?\.ts\(.*$/gm)]
  const others = found.filter(([, , number]) => number === undefined)
  if (others.length > 0) throw new Error(`The project itself does not type-check:\n${others.map(String).join('\n')}`)
  return found.map(([words, , number]) => [Number(number), words])
}
