import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

// All requests of an isolate share its module variables. The platform may end a request at any await, and then no promise of its work
// is ever settled. A request that waited for such a promise would wait for ever.

const ELSEWHERE = /^(?:api\/documentation\/script\.ts)$|(?:^|\/)test\//

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'TSFunctionType'])
const TYPES = new Set(['TSTypeAliasDeclaration', 'TSInterfaceDeclaration'])

type Tree = { type?: string; static?: boolean; name?: string; [key: string]: unknown }

/** Returns whether a value that lives as long as the module may be, or have, a promise. */
function keepsPromise(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false
  if (Array.isArray(node)) return node.some(keepsPromise)
  const tree = node as Tree
  const { type = '' } = tree
  if (FUNCTIONS.has(type) || TYPES.has(type) || type === 'MethodDefinition' || type === 'AwaitExpression') return false
  // The type of what a realm keeps (`cacheKey<…>`) is no value of the module.
  if (type === 'CallExpression') return keepsPromise(tree.callee) || keepsPromise(tree.arguments)
  if (type === 'PropertyDefinition' && tree.static !== true) return false
  if (type === 'Identifier' && tree.name === 'Promise') return true
  return Object.values(tree).some(keepsPromise)
}

const statementsWithPromises = (path: string, source: string): string[] =>
  parseSync(path, source)
    .program.body.filter(keepsPromise)
    .map(({ start, end }) => `${path}: ${source.slice(start, end).split('\n')[0]}`)

test('no module of the server keeps a promise, for which another request could wait', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !ELSEWHERE.test(name),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(files.flatMap((name) => statementsWithPromises(name, readFileSync(join('src', name), 'utf8')))).toEqual([])
})

test.each([
  'const lists = new Map<string, Promise<string[]>>()',
  'let encoder: Promise<Encoder> | undefined',
  'export const loading: { [name: string]: Promise<void> } = {}',
  'const { promise, resolve } = Promise.withResolvers<void>()',
  'class Lists { static readonly last: Promise<void> = Promise.resolve() }',
])('%s keeps a promise', (source) => {
  expect(statementsWithPromises('example.ts', source)).toHaveLength(1)
})

test.each([
  'const load = (): Promise<void> => new Promise(() => undefined)',
  'const loaders: Readonly<Record<string, () => Promise<Service>>> = {}',
  'class Turns { #last: Promise<void> = Promise.resolve() }',
  'type Load = Promise<void>',
  'const services = await Promise.all(names.map(load))',
  'const refreshCache = cacheKey<{ running?: Promise<void> }>({})',
])('%s keeps none', (source) => {
  expect(statementsWithPromises('example.ts', source)).toEqual([])
})
