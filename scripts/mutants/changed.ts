// Chooses the mutants that a change concerns, the most important ones first.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NumberedMutant } from './list.ts'

/** What a mistake in these folders costs most, first. All others come after them. */
const BY_IMPORTANCE = [
  'src/api/',
  'src/domain/login/',
  'src/domain/accounts/',
  'src/store/',
  'src/domain/people/',
  'src/domain/channels/',
  'src/domain/data/',
  'src/outside/',
  'src/domain/mail/',
  'src/events/',
]

/** What changed: the files, and the text of each file before the change. */
export type Change = { files: ReadonlySet<string>; textBefore: (file: string) => string }

/**
 * Returns what changed in the folder `root` since the commit in .ci/base, also what is not committed. A copy without that commit,
 * such as a shallow clone, cannot tell: nothing changed.
 */
export function changeSinceBase(root: string): Change {
  const base = readFileSync(join(root, '.ci/base'), 'utf8').trim()
  const output = (...args: string[]) => {
    try {
      return execFileSync('git', args, {
        cwd: root,
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
        stdio: ['ignore', 'pipe', 'ignore'],
      })
    } catch {
      return undefined
    }
  }
  const names = output('diff', '--name-only', '--no-renames', base)
  if (names === undefined) console.log(`The history does not have ${base}, so no mutant is chosen.`)
  const files = (names ?? '').split('\n').filter((file) => file !== '')
  // A new file was empty.
  return { files: new Set(files), textBefore: (file) => output('show', `${base}:${file}`) ?? '' }
}

/**
 * Returns the mutants whose line is in a changed file, which are new, or whose tests changed: in this order. Of each kind, every
 * file has a turn before a file has a second one, and important files come first. The same change gives the same order.
 */
export function mutantsOfChange(mutants: readonly NumberedMutant[], { files, textBefore }: Change): NumberedMutant[] {
  const isNew = ({ area, reason }: NumberedMutant) => {
    const list = `test/mutants/${area}.ts`
    return (
      files.has(list) && !textBefore(list).includes(reason.replaceAll("'", "\\'")) && !textBefore(list).includes(reason)
    )
  }
  const kinds = [
    ({ file }: NumberedMutant) => files.has(file),
    isNew,
    ({ tests }: NumberedMutant) => tests.some((test) => files.has(test)),
  ]
  const kindOf = (mutant: NumberedMutant) => kinds.findIndex((is) => is(mutant))
  const byKind = Map.groupBy(mutants, kindOf)
  return kinds.flatMap((_, kind) => inTurns(byKind.get(kind) ?? []))
}

function inTurns(mutants: readonly NumberedMutant[]): NumberedMutant[] {
  const byFile = [...Map.groupBy(mutants, ({ file }) => file)].sort(
    ([a], [b]) => importanceOf(a) - importanceOf(b) || (a < b ? -1 : 1),
  )
  const turns = Math.max(0, ...byFile.map(([, list]) => list.length))
  return Array.from({ length: turns }, (_, turn) => byFile.flatMap(([, list]) => list.slice(turn, turn + 1))).flat()
}

function importanceOf(file: string): number {
  const at = BY_IMPORTANCE.findIndex((folder) => file.startsWith(folder))
  return at === -1 ? BY_IMPORTANCE.length : at
}
