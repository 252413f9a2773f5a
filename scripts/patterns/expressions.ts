// Finds the regular expressions of a program in its syntax tree: literals, and calls of RegExp.

import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  parseSync,
  type CallExpression,
  type Comment,
  type Node,
  type Program as Syntax,
  type TemplateLiteral,
} from 'oxc-parser'
import { codeOf } from '../../conversion/failure.ts'

/** A file that was parsed. */
type Program = { path: string; text: string; program: Syntax; comments: readonly Comment[] }

/** What is known of the text that an expression has. */
type Text = { text: string; isWhole: boolean }
type TextOf = (node: Node | null | undefined, file?: Program) => Text

type Expression = {
  pattern: string
  flags: string
  isWhole: boolean
  line: number
  reason: string | undefined
  reasonLine: number | undefined
}

/** What stands for a part that the program computes. It could be any text, so a comment must say why it is harmless. */
const UNKNOWN = 'x'
const EXTENSIONS = ['', '.ts', '.tsx', '.mjs']
const MAX_DEPTH = 20

/**
 * Returns the regular expressions of a file. `isWhole`: the file says the whole pattern. `reason`: what a comment before the
 * expression, or at the end of its line, says about its time.
 */
export function expressionsOf(path: string): Expression[] {
  const file = readProgram(path)
  const reasons = reasonsIn(file)
  return nodesOf(file.program).flatMap((node) => {
    const expression = expressionAt(node, file)
    if (expression === undefined) return []
    const line = lineOf(file.text, node.start)
    const last = lineOf(file.text, node.end)
    const found = [line - 1, line, last].find((at) => reasons.has(at))
    return [{ ...expression, line, reason: found === undefined ? undefined : reasons.get(found), reasonLine: found }]
  })
}

/** Returns the lines with comments of this form, and what they say. The lines of a longer comment are one reason. */
export function reasonsIn({ text, comments }: Program): Map<number, string> {
  const reasons = new Map<number, string>()
  for (const { value, end } of comments) {
    const [, reason] = /^\s*Linear: (.*)/.exec(value) ?? []
    if (reason !== undefined) reasons.set(lineOf(text, end), reason)
  }
  return reasons
}

const programs = new Map<string, Program>()

/** Parses a file once: other files can import its constants. */
export function readProgram(path: string): Program {
  const found = programs.get(path)
  if (found !== undefined) return found
  const text = readFileSync(path, 'utf8')
  const { program, comments } = parseSync(path, text)
  const read = { path, text, program, comments }
  programs.set(path, read)
  return read
}

function expressionAt(node: Node, file: Program) {
  if (node.type === 'Literal' && 'regex' in node) return { ...node.regex, isWhole: true }
  if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return undefined
  if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return undefined
  const [pattern = unknown(), flags] = node.arguments.map((argument) => textOf(argument, file))
  return { pattern: pattern.text, flags: (flags?.text ?? '').replaceAll(/[^dgimsuvy]/g, ''), isWhole: pattern.isWhole }
}

const unknown = (): Text => ({ text: UNKNOWN, isWhole: false })

/** Returns the text that an expression has, and whether all of it is known. */
function textOf(node: Node | null | undefined, file: Program, depth = 0): Text {
  if (depth > MAX_DEPTH || !node) return unknown()
  const of: TextOf = (inner, where = file) => textOf(inner, where, depth + 1)
  switch (node.type) {
    case 'Literal':
      if ('regex' in node) return { text: node.regex.pattern, isWhole: true }
      return { text: String(node.value), isWhole: true }
    case 'TemplateLiteral':
      return joined(node, of, 'cooked')
    case 'TaggedTemplateExpression':
      return isRaw(node.tag) ? joined(node.quasi, of, 'raw') : unknown()
    case 'BinaryExpression':
      return together([of(node.left), of(node.right)])
    case 'MemberExpression':
      return nameOf(node.property) === 'source' ? of(node.object) : unknown()
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
function listTogether({ callee, arguments: [separator] }: CallExpression, of: TextOf) {
  if (callee.type !== 'MemberExpression' || nameOf(callee.property) !== 'join') return unknown()
  if (callee.object.type !== 'ArrayExpression') return unknown()
  const parts = callee.object.elements.map((element) => of(element))
  return together(parts.flatMap((part, at) => (at === 0 ? [part] : [of(separator), part])))
}

const isRaw = (tag: Node) =>
  tag.type === 'MemberExpression' && nameOf(tag.object) === 'String' && nameOf(tag.property) === 'raw'

const nameOf = (node: Node | null | undefined) => (node?.type === 'Identifier' ? node.name : undefined)

const joined = ({ quasis, expressions }: TemplateLiteral, of: TextOf, form: 'raw' | 'cooked') =>
  together(
    quasis.flatMap(({ value }, at) => [
      { text: value[form] ?? '', isWhole: true },
      ...(expressions[at] === undefined ? [] : [of(expressions[at])]),
    ]),
  )

const together = (parts: readonly Text[]): Text => ({
  text: parts.map(({ text }) => text).join(''),
  isWhole: parts.every(({ isWhole }) => isWhole),
})

/** Returns the value of a constant of the file, or of one that it imports from another file of this program. */
function constantOf(name: string, file: Program): { node: Node | null | undefined; file: Program } | undefined {
  for (const statement of file.program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type === 'VariableDeclaration' && declaration.kind === 'const')
      for (const { id, init } of declaration.declarations) {
        if (nameOf(id) === name) return { node: init, file }
        const at = id.type === 'ArrayPattern' ? id.elements.findIndex((element) => nameOf(element) === name) : -1
        if (at >= 0 && init?.type === 'ArrayExpression') return { node: init.elements[at], file }
      }
    if (statement.type === 'ImportDeclaration' && statement.source.value.startsWith('.')) {
      const specifier = statement.specifiers.find(({ local }) => local.name === name)
      const imported = specifier?.type === 'ImportSpecifier' ? nameOf(specifier.imported) : undefined
      const other = imported && fileOf(join(dirname(file.path), statement.source.value))
      if (imported && other) return constantOf(imported, other)
    }
  }
  return undefined
}

function fileOf(path: string) {
  for (const extension of EXTENSIONS)
    try {
      return readProgram(path + extension)
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EISDIR') throw error
    }
  return undefined
}

function nodesOf(root: Node): Node[] {
  const nodes: Node[] = []
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null || value instanceof RegExp) return
    if (isNode(value)) nodes.push(value)
    for (const inner of Object.values(value)) visit(inner)
  }
  visit(root)
  return nodes
}

const isNode = (value: object): value is Node => 'type' in value && typeof value.type === 'string'

const lineOf = (text: string, position: number) => text.slice(0, position).split('\n').length
