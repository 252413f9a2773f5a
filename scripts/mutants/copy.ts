// A copy of the project. The mutants change files in it, never in the project itself.

import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { Mutant } from '../../test/mutants/mutant'
import type { NumberedMutant } from './list.ts'

// `node_modules` is a link. Tools write the others, and no test reads them.
const LEFT_OUT = ['node_modules', '.git', '.wrangler', 'dist', 'coverage']

export class Copy {
  readonly root: string

  constructor(root: string) {
    this.root = mkdtempSync(join(tmpdir(), 'parley-mutants-'))
    cpSync(root, this.root, { recursive: true, filter: (path) => !LEFT_OUT.includes(relative(root, path)) })
    symlinkSync(join(root, 'node_modules'), join(this.root, 'node_modules'), 'dir')
  }

  /** Writes a mutant's file beside the original, so that one run can check many. Returns its path. */
  addBeside(mutant: NumberedMutant): string {
    const { file, number } = mutant
    const path = file.replace(/\.ts$/, `.mutant-${number}.ts`)
    writeFileSync(join(this.root, path), changed(readFileSync(join(this.root, file), 'utf8'), mutant))
    return path
  }

  /** Applies a mutant. Returns a function that reverts it. */
  apply(mutant: Mutant): () => void {
    const path = join(this.root, mutant.file)
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, changed(text, mutant))
    return () => writeFileSync(path, text)
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true })
  }
}

const changed = (text: string, { search, replace, imports }: Mutant) =>
  `${imports === undefined ? '' : `${imports}\n`}${text.split(search).join(replace)}`
