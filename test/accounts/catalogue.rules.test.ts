import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'
import { describe, expect, test } from 'vitest'
import { botWords, emailWords, LANGUAGES_OF_TEXTS, words } from '../../src/pages/words/catalogue'

const SRC = join(import.meta.dirname, '../../src')

/** The files that write the emails and the pages of accounts. */
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /^domain\/accounts\/.*(?:emails|pages?)\.ts$/.test(file),
)

/** Returns the literal texts of a program: strings, and the parts of templates. */
function literalsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(literalsIn)
  if (typeof node !== 'object' || node === null) return []
  const { type, value, cooked }: Record<string, unknown> = Object(node)
  if (type === 'ImportDeclaration' || type === 'TsLiteralType') return []
  if (type === 'StringLiteral') return [String(value)]
  if (type === 'TemplateElement') return [String(cooked)]
  return Object.values(node).flatMap(literalsIn)
}

/** Returns the text of a literal that people read: words that are neither markup nor a part of an address. */
const wordsIn = (literal: string): string =>
  literal
    .replaceAll(/<[^>]*>?|^[^<]*>/g, ' ')
    .replaceAll(/\S*[/.=:#"{}()_-]\S*/g, ' ')
    .trim()

/** The names in the catalogue, which code may state. */
const names = new Set(Object.values(words('en')).flatMap((part) => Object.keys(Object(part))))

describe('the texts of emails and pages', () => {
  test('come from the catalogue, so they can be translated', () => {
    expect(files.length).toBeGreaterThan(12)
    const found = files.flatMap((file) => {
      const program = parseSync(readFileSync(join(SRC, file), 'utf8'), { syntax: 'typescript' })
      return literalsIn(program.body)
        .map(wordsIn)
        .filter((text) => /\p{L}{2,} \p{L}{2,}/u.test(text) && !names.has(text))
        .map((text) => `${file}: ${text}`)
    })
    expect(found).toEqual([])
  })

  const others = LANGUAGES_OF_TEXTS.filter((language) => language !== 'en')

  test.each(others)('have a translation of each English text: %s', (language) => {
    const same = (english: object, translated: object, path = ''): string[] =>
      Object.entries(english).flatMap(([name, text]) => {
        const other: unknown = Reflect.get(translated, name)
        if (typeof text === 'object' && text !== null) return same(text, Object(other), `${path}${name}.`)
        const [one, two] = [text, other].map((value) => (typeof value === 'function' ? value('1', '2') : value))
        return one === two && /\p{L} \p{L}/u.test(String(one)) ? [path + name] : []
      })
    expect(same(emailWords('en'), emailWords(language))).toEqual([])
    expect(same(words('en'), words(language))).toEqual([])
    expect(same(botWords('en'), botWords(language))).toEqual([])
  })
})
