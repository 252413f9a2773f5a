// Reads the texts of a catalogue from its source.

import { parseSync } from 'vite'

/** Returns the texts of a file by their names, such as `login.title`: each string, template, function or list as it is written. */
export function textsOf(file, source) {
  const { program } = parseSync(file, source)
  const constants = new Map()
  const exported = []
  for (const statement of program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') continue
    for (const { id, init } of declaration.declarations) {
      if (id.type === 'Identifier') constants.set(id.name, init)
      if (statement.type === 'ExportNamedDeclaration' && unwrapped(init).type === 'ObjectExpression')
        exported.push(init)
    }
  }
  const texts = new Map()
  const add = (name, node) => {
    const value = unwrapped(constants.get(node.name) ?? node)
    if (value.type !== 'ObjectExpression') return void texts.set(name, source.slice(value.start, value.end))
    for (const property of value.properties)
      add(name === '' ? nameOf(property) : `${name}.${nameOf(property)}`, property.value)
  }
  for (const catalogue of exported) add('', catalogue)
  return texts
}

const nameOf = ({ key }) => String(key.name ?? key.value)

/** Returns what `record({…})`, `translated('…', {…})` and `{…} satisfies Type` contain. */
function unwrapped(node) {
  if (node.type === 'CallExpression') return unwrapped(node.arguments.at(-1))
  return 'expression' in node && node.type !== 'ArrowFunctionExpression' ? unwrapped(node.expression) : node
}
