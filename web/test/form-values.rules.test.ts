import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

// Solid sets `value` each time when something changes on which its expression depends, also to the same text. An event about any user would
// replace what the user types. A field that nothing follows until the form is sent has `prop:defaultValue`, which a browser shows only
// until the user types.

type Tree = { type?: string; [key: string]: unknown }

const isTree = (node: unknown): node is Tree => typeof node === 'object' && node !== null

const nameOf = (node: unknown): unknown => (isTree(node) ? node.name : undefined)

/** Whether a field receives values that change, and does not follow what the user types. */
function isOverwritten({ type, name, attributes }: Tree): boolean {
  if (type !== 'JSXOpeningElement' || !Array.isArray(attributes)) return false
  if (!['input', 'textarea'].includes(String(nameOf(name)))) return false
  const values = new Map(attributes.map((each: Tree) => [nameOf(each.name), each.value]))
  const value = values.get('value')
  const expression = isTree(value) && isTree(value.expression) ? value.expression : {}
  const changes = ['CallExpression', 'MemberExpression', 'ConditionalExpression', 'LogicalExpression'].includes(
    String(expression.type),
  )
  return changes && !values.has('onInput') && !values.has('onChange')
}

function overwrittenIn(node: unknown): Tree[] {
  if (!isTree(node)) return []
  return [...(isOverwritten(node) ? [node] : []), ...Object.values(node).flatMap(overwrittenIn)]
}

const findIn = (path: string, source: string): string[] =>
  overwrittenIn(parseSync(path, source).program).map(
    ({ start, end }) => `${path}: ${source.slice(Number(start), Number(end))}`,
  )

test('an event replaces nothing that the user types into a form', () => {
  const files = readdirSync('web', { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.tsx') && !name.startsWith('dist'),
  )
  expect(files.length).toBeGreaterThan(150)
  expect(files.flatMap((name) => findIn(name, readFileSync(join('web', name), 'utf8')))).toEqual([])
})

test('the check finds a field that would be overwritten', () => {
  const found = (field: string) => findIn('form.tsx', `const Form = (props) => <form>${field}</form>`).length
  expect(found('<textarea value={props.text} />')).toBe(1)
  expect(found('<input name="at" value={props.before?.at ?? now()} />')).toBe(1)
  expect(found('<textarea value={props.text} onInput={type} />')).toBe(0)
  expect(found('<textarea prop:defaultValue={props.text} />')).toBe(0)
  expect(found('<input type="radio" value={name} />')).toBe(0)
})
