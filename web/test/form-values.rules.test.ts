import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

// Solid sets `value` and `checked` each time when something changes on which the expression depends, also to the same value. An event about
// any user would replace what the user types. A field that nothing follows while the user types needs a memo, which changes only with
// the value.

type Tree = { type?: string; [key: string]: unknown }

const FIELDS = ['input', 'textarea']
/** What may depend on something that changes. Other expressions are texts and constants. */
const CHANGING = new Set(['CallExpression', 'MemberExpression', 'ConditionalExpression', 'LogicalExpression'])

const isTree = (node: unknown): node is Tree => typeof node === 'object' && node !== null
const nameOf = (node: unknown): unknown => (isTree(node) ? node.name : undefined)

/** Whether a field receives values that change, and nothing follows what the user types. */
function isOverwritten({ type, name, attributes }: Tree, memos: ReadonlySet<unknown>): boolean {
  if (type !== 'JSXOpeningElement' || !Array.isArray(attributes) || !FIELDS.includes(String(nameOf(name)))) return false
  const values = new Map(attributes.map((each: Tree) => [nameOf(each.name), each.value]))
  if (values.has('onInput')) return false
  // A box changes at once. A text is being typed before it changes.
  const isFollowed = values.has('onChange') || values.has('onClick')
  return (isFollowed ? ['value'] : ['value', 'checked']).some((attribute) => {
    const value = values.get(attribute)
    const expression = isTree(value) && isTree(value.expression) ? value.expression : {}
    const isMemo = expression.type === 'CallExpression' && memos.has(nameOf(expression.callee))
    return CHANGING.has(String(expression.type)) && !isMemo
  })
}

function overwrittenIn(node: unknown, memos: ReadonlySet<unknown>): Tree[] {
  if (!isTree(node)) return []
  const below = Object.values(node).flatMap((part) => overwrittenIn(part, memos))
  return isOverwritten(node, memos) ? [node, ...below] : below
}

function findIn(path: string, source: string): string[] {
  const memos = new Set([...source.matchAll(/\bconst (\w+) = createMemo\(/g)].map(([, name]) => name))
  return overwrittenIn(parseSync(path, source).program, memos).map(
    ({ start, end }) => `${path}: ${source.slice(Number(start), Number(end))}`,
  )
}

test('no event replaces what the user types into a form', () => {
  const files = readdirSync('web', { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.tsx') && !name.startsWith('dist'),
  )
  expect(files.length).toBeGreaterThan(150)
  expect(files.flatMap((name) => findIn(name, readFileSync(join('web', name), 'utf8')))).toEqual([])
})

test('the check finds a field that would be overwritten', () => {
  const found = (field: string) =>
    findIn('form.tsx', `const text = createMemo(() => props.text)\nconst Form = (props) => <form>${field}</form>`)
      .length
  expect(found('<textarea value={props.text} />')).toBe(1)
  expect(found('<input name="at" value={props.before?.at ?? now()} />')).toBe(1)
  expect(found('<input type="checkbox" checked={props.isOn} />')).toBe(1)
  expect(found('<textarea value={other()} />')).toBe(1)
  expect(found('<input value={props.text} onChange={save} />')).toBe(1)
  expect(found('<textarea value={text()} />')).toBe(0)
  expect(found('<input type="checkbox" checked={props.isOn} onChange={save} />')).toBe(0)
  expect(found('<textarea value={props.text} onInput={type} />')).toBe(0)
  expect(found('<input type="radio" value={name} />')).toBe(0)
})
