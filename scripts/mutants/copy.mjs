// A copy of the project in which files may be changed. The user's files are only read.

import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

// `node_modules` is linked, not copied. The rest is written by tools and read by no test.
const LEFT_OUT = ['node_modules', '.git', '.wrangler', 'dist', 'coverage']

export class Copy {
  constructor(root) {
    this.root = mkdtempSync(join(tmpdir(), 'parley-mutants-'))
    cpSync(root, this.root, { recursive: true, filter: (path) => !LEFT_OUT.includes(relative(root, path)) })
    symlinkSync(join(root, 'node_modules'), join(this.root, 'node_modules'), 'dir')
  }

  /** Puts a mutant's file beside the original, so that many can be looked at together. Returns its path. */
  addBeside(mutant) {
    const { file, number } = mutant
    const path = file.replace(/\.ts$/, `.mutant-${number}.ts`)
    writeFileSync(join(this.root, path), changed(readFileSync(join(this.root, file), 'utf8'), mutant))
    return path
  }

  /** Applies a mutant and returns a function that takes it back. */
  apply(mutant) {
    const path = join(this.root, mutant.file)
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, changed(text, mutant))
    return () => writeFileSync(path, text)
  }

  remove() {
    rmSync(this.root, { recursive: true, force: true })
  }
}

const changed = (text, { search, replace, imports }) =>
  `${imports === undefined ? '' : `${imports}\n`}${text.split(search).join(replace)}`
