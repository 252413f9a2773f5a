import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'
import { expect, test } from 'vitest'

const WEB = join(import.meta.dirname, '..')

const views = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.tsx') && !file.startsWith('dist') && !file.startsWith('test'),
)

/** Attributes whose value a user reads. */
const SPOKEN = new Set(['aria-label', 'title', 'placeholder', 'alt', 'aria-description'])

/** Returns the texts between tags, and the texts of attributes that users read. */
function textsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsIn)
  if (typeof node !== 'object' || node === null) return []
  const { type, value, name }: Record<string, unknown> = Object(node)
  if (type === 'JSXText' && typeof value === 'string') return [value]
  if (type === 'JSXAttribute') {
    const attribute = String(Object(name).value)
    const text = Object(value)
    if (SPOKEN.has(attribute) && text.type === 'StringLiteral') return [String(text.value)]
  }
  return Object.values(node).flatMap(textsIn)
}

test('59. all text of the views comes from the catalogue', () => {
  const literal = views.flatMap((file) => {
    const program = parseSync(readFileSync(join(WEB, file), 'utf8'), { syntax: 'typescript', tsx: true })
    return textsIn(program.body).flatMap((text) => (/\p{L}{2,}/u.test(text) ? [`${file}: ${text.trim()}`] : []))
  })
  expect(literal).toEqual([])
})

/** Returns the names that a program imports from the catalogue of the first view. */
const importedWords = (body: unknown[]): string[] =>
  body.flatMap((statement) => {
    const { type, source, specifiers }: Record<string, unknown> = Object(statement)
    if (type !== 'ImportDeclaration' || !String(Object(source).value).endsWith('/words/en')) return []
    return [specifiers].flat().map((specifier) => String(Object(Object(specifier).local).value))
  })

/** Returns which of the names a program reads when it is loaded, and not only when a function of it is called. */
function readAtOnce(node: unknown, names: string[]): string[] {
  if (Array.isArray(node)) return node.flatMap((part) => readAtOnce(part, names))
  if (typeof node !== 'object' || node === null) return []
  const { type, value }: Record<string, unknown> = Object(node)
  if (/Function|ImportDeclaration|ClassMethod/.test(String(type))) return []
  if (type === 'Identifier') return names.includes(String(value)) ? [String(value)] : []
  return Object.values(node).flatMap((part) => readAtOnce(part, names))
}

test('no file of the first view reads the catalogue before another language has replaced it', () => {
  const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/^(?:dist|test|words)\//.test(file),
  )
  const found = files.filter((file) => {
    const { body } = parseSync(readFileSync(join(WEB, file), 'utf8'), { syntax: 'typescript', tsx: true })
    return readAtOnce(body, importedWords(body)).length > 0
  })
  expect(found).toEqual([])
})
