// Reads the texts of a catalogue from its source.

import { parseSync, type Node, type ObjectProperty } from 'oxc-parser'

/** Returns the texts of a file by their names, such as `login.title`: each string, template, function or list as it is written. */
export function textsOf(file: string, source: string): Map<string, string> {
  const { program } = parseSync(file, source)
  const constants = new Map<string, Node>()
  const exported: Node[] = []
  for (const statement of program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') continue
    for (const { id, init } of declaration.declarations) {
      if (!init) continue
      if (id.type === 'Identifier') constants.set(id.name, init)
      if (statement.type === 'ExportNamedDeclaration' && unwrapped(init).type === 'ObjectExpression')
        exported.push(init)
    }
  }
  const texts = new Map<string, string>()
  const add = (name: string, node: Node) => {
    const named = node.type === 'Identifier' ? constants.get(node.name) : undefined
    const value = unwrapped(named ?? node)
    if (value.type !== 'ObjectExpression') return void texts.set(name, source.slice(value.start, value.end))
    for (const property of value.properties)
      if (property.type === 'Property')
        add(name === '' ? nameOf(property) : `${name}.${nameOf(property)}`, property.value)
  }
  for (const catalogue of exported) add('', catalogue)
  return texts
}

const nameOf = ({ key }: ObjectProperty) =>
  key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : ''

/** Returns what `record({…})`, `translated('…', {…})` and `{…} satisfies Type` contain. */
function unwrapped(node: Node): Node {
  if (node.type === 'CallExpression') return unwrapped(node.arguments.at(-1) ?? node.callee)
  return node.type === 'TSSatisfiesExpression' ||
    node.type === 'TSAsExpression' ||
    node.type === 'ParenthesizedExpression'
    ? unwrapped(node.expression)
    : node
}
