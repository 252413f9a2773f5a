// How a text is shown to a person who corrects its translation.

import { parseSync, type Node } from 'oxc-parser'

/**
 * Returns a text as a reader sees it: `(name) => `Hello ${name}`` is `Hello {name}`. Where the code decides between texts, it
 * returns the code, which has all of them in quotes.
 */
export function readableText(text: string): string {
  const source = `(${text})`
  const [statement] = parseSync('text.ts', source).program.body
  return statement?.type === 'ExpressionStatement' ? readable(statement.expression, source) : text
}

function readable(node: Node, source: string): string {
  const codeOf = ({ start, end }: Node) => source.slice(start, end).replaceAll(/\s+/g, ' ')
  if (node.type === 'ParenthesizedExpression') return readable(node.expression, source)
  if (node.type === 'ArrowFunctionExpression' && node.body.type !== 'BlockStatement') return readable(node.body, source)
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateLiteral') return codeOf(node)
  const inserted = node.expressions.map((expression) => `{${codeOf(expression)}}`)
  return node.quasis.map(({ value }, at) => `${value.cooked ?? value.raw}${inserted[at] ?? ''}`).join('')
}
