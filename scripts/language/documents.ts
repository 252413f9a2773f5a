// Checks the documents: each path and each name of the code in them exists, and the README is short.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const FOLDERS = ['docs', 'src', 'test']
const FOLDERS_OF_CODE = ['src', 'client-state', 'conversion', 'web', 'test', 'scripts', 'bench', 'world']
const MAX_README_LINES = 150

const PATH_IN_CODE = /`((?:src|client-state|conversion|web|test|docs|scripts|bench|migrations|\.ci)\/[\w./-]+)`/g
const PATH_IN_TREE = /^((?:src|client-state|conversion|web|test|docs|scripts|bench|migrations)\/[\w./-]*)/gm
const NAME_IN_CODE = /`([a-z]+[A-Z]\w*|[A-Z]{2,}(?:_[A-Z]+)+)`/g
/** A build writes this folder. A fresh checkout does not have it. */
const BUILT = /^web\/dist(?:\/|$)/
const LINK = /\]\(([^)#:\s]+)(?:#[\w-]*)?\)/g

/** What is wrong with the documents below `root`, as one line for each complaint. */
export function complaintsAboutDocuments(root: string): string[] {
  const atRoot = readdirSync(root)
  const below = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  const documents = [...atRoot, ...below].filter((path) => path.endsWith('.md'))
  const readme_lines = readFileSync(join(root, 'README.md'), 'utf8').trimEnd().split('\n').length
  const code = sourceFiles(root)
  return [
    ...documents.flatMap((document) => [...missingPaths(root, document), ...missingNames(root, document, code)]),
    ...(readme_lines > MAX_README_LINES ? [`README.md has ${readme_lines} lines, more than ${MAX_README_LINES}`] : []),
  ]
}

function missingPaths(root: string, document: string) {
  const text = readFileSync(join(root, document), 'utf8')
  const fromRoot = [...text.matchAll(PATH_IN_CODE), ...text.matchAll(PATH_IN_TREE)].map(([, path = '']) => path)
  const fromHere = [...text.matchAll(LINK)].map(([, path = '']) => join(dirname(document), path))
  return [...new Set([...fromRoot, ...fromHere])]
    .filter((path) => !BUILT.test(path) && !existsSync(join(root, path)))
    .map((path) => `${document} names ${path}, which does not exist`)
}

function missingNames(root: string, document: string, code: readonly string[]) {
  const text = readFileSync(join(root, document), 'utf8')
  return [...new Set([...text.matchAll(NAME_IN_CODE)].map(([, name = '']) => name))]
    .filter((name) => !code.some((file) => file.includes(name)))
    .map((name) => `${document} names ${name}, which does not exist`)
}

const sourceFiles = (root: string) =>
  FOLDERS_OF_CODE.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(?:ts|mjs)$/.test(path))
      .map((path) => readFileSync(join(root, folder, path), 'utf8')),
  )
