import { escapeAttribute, escapeLiteral, escapeText } from '../escape'
import { utf8Length } from '../limits'
import type { Template } from '../template'
import { type OutputBudget, takeOrThrow } from './output-budget'
import { type Element, type Node, isElement, isHole } from './tree'

/** Writes a tree as HTML with holes, and takes all of it from the budget: a hole costs what stands in it otherwise. */
export function templateOf(nodes: readonly Node[], budget: OutputBudget): Template {
  const sheet: Sheet = { template: [], html: '', budget }
  writeChildren(nodes, sheet)
  if (sheet.html.endsWith('\n')) sheet.html = sheet.html.slice(0, -1)
  finishPiece(sheet)
  return sheet.template
}

type Sheet = { template: Template; html: string; budget: OutputBudget }

/** A block is followed by a line break, unless text that brings its own follows in the same list item. */
function writeChildren(nodes: readonly Node[], sheet: Sheet) {
  nodes.forEach((node, index) => {
    write(node, sheet)
    if (isElement(node) && node.layout === 'block' && typeof nodes[index + 1] !== 'string') sheet.html += '\n'
  })
}

function write(node: Node, sheet: Sheet) {
  if (typeof node === 'string') sheet.html += escapeText(node)
  else if (isElement(node)) writeElement(node, sheet)
  else if (isHole(node)) {
    finishPiece(sheet)
    sheet.template.push({ reference: node.reference, fallback: templateOf(node.fallback, sheet.budget) })
  } else if ('literal' in node) sheet.html += escapeLiteral(node.literal)
  else sheet.html += node.html
}

function writeElement(element: Element, sheet: Sheet) {
  sheet.html += `<${element.tag}`
  for (const [name, value] of Object.entries(element.attributes)) sheet.html += ` ${name}="${escapeAttribute(value)}"`
  sheet.html += '>'
  if (element.tag === 'br') sheet.html += '\n'
  if (VOID_TAGS.has(element.tag)) return

  const [first] = element.children
  if (element.layout === 'frame' || (isElement(first) && first.layout === 'block' && element.layout === 'block')) {
    sheet.html += '\n'
  }
  writeChildren(element.children, sheet)
  sheet.html += `</${element.tag}>`
}

const VOID_TAGS = new Set(['br', 'hr', 'img'])

function finishPiece(sheet: Sheet) {
  if (sheet.html === '') return
  takeOrThrow(sheet.budget, 'html', utf8Length(sheet.html))
  sheet.template.push(sheet.html)
  sheet.html = ''
}
