// Reads the mutants of test/mutants/ and checks that each still fits the source.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Mutant } from '../../test/mutants/mutant'

const FOLDER = 'test/mutants'
const TYPE = 'mutant.ts'

/** A mutant with the name of its area, and its number among all. */
export type NumberedMutant = Mutant & { area: string; number: number }

/** Returns all mutants, each with the name of its area, which is the name of its file. */
export async function readMutants(root: string): Promise<NumberedMutant[]> {
  const files = readdirSync(join(root, FOLDER)).filter((file) => file.endsWith('.ts') && file !== TYPE)
  const areas = await Promise.all(files.sort().map((file) => readArea(root, file)))
  return areas.flat().map((mutant, at) => ({ ...mutant, number: at + 1 }))
}

async function readArea(root: string, file: string): Promise<(Mutant & { area: string })[]> {
  const { mutants }: { mutants?: Mutant[] } = await import(join(root, FOLDER, file))
  if (!Array.isArray(mutants)) throw new Error(`${FOLDER}/${file} exports no list "mutants"`)
  return mutants.map((mutant) => ({ area: file.slice(0, -'.ts'.length), ...mutant }))
}

/** Returns what is wrong with a mutant, as sentences. Empty if it can be applied and its tests exist. */
export function complaintsAbout(root: string, mutant: Mutant): string[] {
  const { file, search, replace, imports = '', reason, tests, only } = mutant
  const complaints: string[] = []
  const times = existsSync(join(root, file))
    ? readFileSync(join(root, file), 'utf8').split(search).length - 1
    : undefined
  if (times === undefined) complaints.push('The source file does not exist.')
  else if (search === '' || times !== 1) complaints.push(`The search text occurs ${times} times, and must occur once.`)
  complaints.push(...complaintsAboutImports(join(root, dirname(file)), `${imports}\n${replace}`))
  if (search === replace) complaints.push('The replacement changes nothing.')
  if (!/^[A-Z].*\.$/s.test(reason)) complaints.push('The reason is not a sentence.')
  if (tests.length === 0) complaints.push('It names no test file.')
  const missing = tests.filter((test) => !existsSync(join(root, test)))
  for (const test of missing) complaints.push(`${test} does not exist.`)
  if (only !== undefined && missing.length === 0)
    if (!tests.some((test) => readFileSync(join(root, test), 'utf8').includes(only)))
      complaints.push(`No test file contains the title "${only}".`)
  return complaints
}

/** A mutant whose import does not resolve would fail every test, and prove nothing. */
function complaintsAboutImports(folder: string, code: string) {
  return [...code.matchAll(/import (?:type )?\{([^}]*)\} from '(\.[^']*)'/g)].flatMap(([, names = '', path]) => {
    const file = join(folder, `${path}.ts`)
    if (!existsSync(file)) return [`It imports ${path}, which does not exist.`]
    const source = readFileSync(file, 'utf8')
    return names
      .split(',')
      .map(
        (name) =>
          name
            .trim()
            .replace(/^type /, '')
            .split(' as ')[0] ?? '',
      )
      .filter((name) => name !== '' && !isExported(source, name))
      .map((name) => `It imports ${name}, which ${path} does not export.`)
  })
}

const isExported = (source: string, name: string) =>
  new RegExp(`^export (?:async )?(?:const|function\\*?|class|type) ${name}\\b`, 'm').test(source)
