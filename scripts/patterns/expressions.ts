// Finds the regular expressions of a program in its syntax tree: literals, and calls of RegExp.

import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'oxc-parser'

/** What stands for a part that the program computes. It could be any text, so a comment must say why it is harmless. */
const UNKNOWN = 'x'
const EXTENSIONS = ['', '.ts', '.tsx', '.mjs']
const MAX_DEPTH = 20

/**
 * Returns the regular expressions of a file. `isWhole`: the file says the whole pattern. `reason`: what a comment before the
 * expression, or at the end of its line, says about its time.
 */
export function expressionsOf(path) {
  const file = readProgram(path)
  const reasons = reasonsIn(file)
  return nodesOf(file.program).flatMap((node) => {
    const expression = expressionAt(node, file)
    if (expression === undefined) return []
    const line = lineOf(file.text, node.start)
    const last = lineOf(file.text, node.end)
    const found = [line - 1, line, last].find((at) => reasons.has(at))
    return [{ ...expression, line, reason: reasons.get(found), reasonLine: found }]
  })
}

/** Returns the lines with comments of this form, and what they say. The lines of a longer comment are one reason. */
export function reasonsIn({ text, comments }) {
  const reasons = new Map()
  for (const { value, end } of comments) {
    const [, reason] = /^\s*Linear: (.*)/.exec(value) ?? []
    if (reason !== undefined) reasons.set(lineOf(text, end), reason)
  }
  return reasons
}

const programs = new Map()

/** Parses a file once: other files can import its constants. */
export function readProgram(path) {
  if (!programs.has(path)) {
    const text = readFileSync(path, 'utf8')
    const { program, comments } = parseSync(path, text)
    programs.set(path, { path, text, program, comments })
  }
  return programs.get(path)
}

function expressionAt(node, file) {
  if (node.type === 'Literal' && node.regex) return { ...node.regex, isWhole: true }
  if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return undefined
  if (node.callee.name !== 'RegExp') return undefined
  const [pattern, flags] = node.arguments.map((argument) => textOf(argument, file))
  return { pattern: pattern.text, flags: (flags?.text ?? '').replaceAll(/[^dgimsuvy]/g, ''), isWhole: pattern.isWhole }
}

const unknown = () => ({ text: UNKNOWN, isWhole: false })

/** Returns the text that an expression has, and whether all of it is known. */
function textOf(node, file, depth = 0) {
  if (depth > MAX_DEPTH) return unknown()
  const of = (inner, where = file) => textOf(inner, where, depth + 1)
  switch (node?.type) {
    case 'Literal':
      if (node.regex) return { text: node.regex.pattern, isWhole: true }
      return { text: String(node.value), isWhole: true }
    case 'TemplateLiteral':
      return joined(node, of, 'cooked')
    case 'TaggedTemplateExpression':
      return isRaw(node.tag) ? joined(node.quasi, of, 'raw') : unknown()
    case 'BinaryExpression':
      return together([of(node.left), of(node.right)])
    case 'MemberExpression':
      return node.property.name === 'source' ? of(node.object) : unknown()
    case 'CallExpression':
      return listTogether(node, of)
    case 'Identifier': {
      const constant = constantOf(node.name, file)
      return constant === undefined ? unknown() : of(constant.node, constant.file)
    }
    default:
      return unknown()
  }
}

/** `[…].join('|')` */
function listTogether({ callee, arguments: [separator] }, of) {
  if (callee.property?.name !== 'join' || callee.object.type !== 'ArrayExpression') return unknown()
  const parts = callee.object.elements.map((element) => of(element))
  return together(parts.flatMap((part, at) => (at === 0 ? [part] : [of(separator), part])))
}

const isRaw = (tag) => tag.type === 'MemberExpression' && tag.object.name === 'String' && tag.property.name === 'raw'

const joined = ({ quasis, expressions }, of, form) =>
  together(
    quasis.flatMap(({ value }, at) => [
      { text: value[form], isWhole: true },
      ...(expressions[at] === undefined ? [] : [of(expressions[at])]),
    ]),
  )

const together = (parts) => ({
  text: parts.map(({ text }) => text).join(''),
  isWhole: parts.every(({ isWhole }) => isWhole),
})

/** Returns the value of a constant of the file, or of one that it imports from another file of this program. */
function constantOf(name, file) {
  for (const statement of file.program.body) {
    const declaration = statement.declaration ?? statement
    if (declaration.type === 'VariableDeclaration' && declaration.kind === 'const')
      for (const { id, init } of declaration.declarations) {
        if (id.name === name) return { node: init, file }
        const at = id.type === 'ArrayPattern' ? id.elements.findIndex((element) => element?.name === name) : -1
        if (at >= 0 && init.type === 'ArrayExpression') return { node: init.elements[at], file }
      }
    if (statement.type === 'ImportDeclaration' && statement.source.value.startsWith('.')) {
      const imported = statement.specifiers.find(({ local }) => local.name === name)?.imported?.name
      const other = imported && fileOf(join(dirname(file.path), statement.source.value))
      if (other) return constantOf(imported, other)
    }
  }
  return undefined
}

function fileOf(path) {
  for (const extension of EXTENSIONS)
    try {
      return readProgram(path + extension)
    } catch (error) {
      if (error.code !== 'ENOENT' && error.code !== 'EISDIR') throw error
    }
  return undefined
}

function nodesOf(root) {
  const nodes = []
  const visit = (value) => {
    if (value === null || typeof value !== 'object' || value instanceof RegExp) return
    if (typeof value.type === 'string') nodes.push(value)
    for (const inner of Object.values(value)) visit(inner)
  }
  visit(root)
  return nodes
}

const lineOf = (text, position) => text.slice(0, position).split('\n').length
