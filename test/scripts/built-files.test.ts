import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { moveFiles, removeOldFiles, versionIn } from '../../scripts/built-files.ts'
import { newFolder } from './dev-process'

const LAST = ['worker.js', 'index.html']

/** Returns a folder with the files of a build. */
function built(files: Record<string, string>): string {
  const folder = newFolder()
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return folder
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted()

const first = { 'assets/a-1.js': 'a', 'assets/b-1.js': 'b', 'index.html': 'a-1 b-1' }
const second = { 'assets/a-1.js': 'a', 'assets/b-2.js': 'B', 'index.html': 'a-1 b-2' }

test('a build replaces what changed, and the files of the earlier one stay until they are removed', () => {
  const folder = newFolder()
  expect(versionIn(folder)).toBeUndefined()
  moveFiles(built(first), folder, { version: 'one', last: LAST })
  expect(versionIn(folder)).toBe('one')
  const before = statSync(join(folder, 'assets/a-1.js'))
  moveFiles(built(second), folder, { version: 'two', last: LAST })
  expect(versionIn(folder)).toBe('two')
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).toBe('a-1 b-2')
  expect(filesIn(folder)).toEqual(['a-1.js', 'b-1.js', 'b-2.js', 'index.html', 'version.txt'])
  // The same file, which no watcher sees.
  expect(statSync(join(folder, 'assets/a-1.js')).ino).toBe(before.ino)
  removeOldFiles(folder)
  expect(filesIn(folder)).toEqual(['a-1.js', 'b-2.js', 'index.html', 'version.txt'])
})

test('the files that name others are the last ones', () => {
  const folder = newFolder()
  moveFiles(built({ 'index.html': '', 'worker.js': '', 'z.js': '', 'assets/a.js': '' }), folder, {
    version: 'one',
    last: LAST,
  })
  const [, ...files] = readFileSync(join(folder, 'version.txt'), 'utf8').split('\n')
  expect(files.slice(-2)).toEqual(LAST)
  expect(files).toHaveLength(4)
})

test('without a list, no file is removed', () => {
  const folder = built({ 'index.html': 'a-1', 'assets/a-1.js': 'a', 'version.txt': 'one' })
  removeOldFiles(folder)
  expect(filesIn(folder)).toEqual(['a-1.js', 'index.html', 'version.txt'])
})
