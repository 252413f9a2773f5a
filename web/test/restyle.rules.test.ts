import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const WEB = join(import.meta.dirname, '..')
const FOLDERS = readdirSync(WEB, { withFileTypes: true }).filter(
  (entry) => entry.isDirectory() && entry.name !== 'dist',
)

/** Returns what each `:has(…)` of a text of CSS has between its parentheses. */
function argumentsOfHas(css: string): string[] {
  return [...css.matchAll(/:has\(/g)].map(({ index }) => {
    const begin = index + ':has('.length
    let depth = 1
    let end = begin
    for (; depth > 0 && end < css.length; end++) {
      if (css[end] === '(') depth++
      if (css[end] === ')') depth--
    }
    return css.slice(begin, end - 1)
  })
}

const filesOf = (extension: string): { file: string; text: string }[] =>
  FOLDERS.filter(({ name }) => name !== 'test').flatMap(({ name }) =>
    readdirSync(join(WEB, name), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(extension))
      .map((file) => ({ file, text: readFileSync(join(WEB, name, file), 'utf8') })),
  )

/** Whether an element that has no class, no attribute and no state could match a part of the argument. */
const canMatchAnyElement = (argument: string) =>
  argument.includes(':not(') || argument.split(/[\s,>+~]+/).some((part) => part === '*')

// `.app:has(.layer:not(.parked))` made Chromium compute the style of each element again whenever any element came or went.
test('no :has() of the styles depends on every element that comes or goes', () => {
  const found = filesOf('.css').flatMap(({ text }) => argumentsOfHas(text))
  expect(found.length).toBeGreaterThan(5)
  expect(found.filter(canMatchAnyElement)).toEqual([])
})

// Each made Chromium compute the style of all elements of a view again with each switch to it: 5 ms for 1,200 elements.
test('no style of the whole app depends on what is in a view, and no view is inert', () => {
  const styles = filesOf('.css').filter(({ text }) => /\.(?:app|main|pane)[^\s,{]*:has\((?:[^)]*\s)?\.layer/.test(text))
  const views = filesOf('.tsx').filter(({ text }) => /\sinert[=\s]/.test(text))
  expect([...styles, ...views].map(({ file }) => file)).toEqual([])
})
