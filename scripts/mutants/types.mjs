// Finds mutants that are no programs. A mutant that names something unknown would fail every test and prove nothing.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { Copy } from './copy.mjs'

// What a mutant no longer uses is no fault of it.
const OPTIONS = ['--noEmit', '--pretty', 'false', '--noUnusedLocals', 'false', '--noUnusedParameters', 'false']

/** Returns the compiler's words on each mutant that does not type-check, by the mutant's number. */
export function typeErrors(root, mutants) {
  const copy = new Copy(root)
  try {
    for (const mutant of mutants) copy.addBeside(mutant)
    const tsc = join(copy.root, 'node_modules/typescript/bin/tsc')
    const { stdout, error } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.json', ...OPTIONS], {
      cwd: copy.root,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    })
    if (error) throw error
    const found = [...stdout.matchAll(/^(.*?)(?:\.mutant-(\d+))?\.ts\(.*$/gm)]
    const others = found.filter(([, , number]) => number === undefined)
    if (others.length > 0) throw new Error(`The project itself does not type-check:\n${others.map(String).join('\n')}`)
    return new Map(found.map(([words, , number]) => [Number(number), words]))
  } finally {
    copy.remove()
  }
}
