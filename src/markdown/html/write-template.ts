import { escapeAttribute, escapeLiteral, escapeText } from '../escape'
import { utf8Length } from '../limits'
import type { Template } from '../template'
import { type OutputBudget, takeOrThrow } from './output-budget'
import { type Element, type Node, isElement, isPlaceholder } from './tree'
import { VOID_TAGS } from './void-tags'

/** Writes nodes as HTML with placeholders, and takes it from the budget: a placeholder counts with its fallback. */
export function writeTemplate(nodes: readonly Node[], budget: OutputBudget): Template {
  const output: Output = { template: [], html: '', budget }
  writeChildren(nodes, output)
  if (output.html.endsWith('\n')) output.html = output.html.slice(0, -1)
  finishHtml(output)
  return output.template
}

/** The pieces of the template that are finished, and the HTML since the last placeholder. */
type Output = { template: Template; html: string; budget: OutputBudget }

/** Writes a line break after each block, unless text follows it in the same list item: the text begins with one. */
function writeChildren(nodes: readonly Node[], output: Output) {
  nodes.forEach((node, index) => {
    writeNode(node, output)
    if (isElement(node) && node.layout === 'block' && typeof nodes[index + 1] !== 'string') output.html += '\n'
  })
}

function writeNode(node: Node, output: Output) {
  if (typeof node === 'string') output.html += escapeText(node)
  else if (isElement(node)) writeElement(node, output)
  else if (isPlaceholder(node)) {
    finishHtml(output)
    output.template.push({ lookup: node.lookup, fallback: writeTemplate(node.fallback, output.budget) })
  } else if ('literal' in node) output.html += escapeLiteral(node.literal)
  else output.html += node.html
}

function writeElement(element: Element, output: Output) {
  output.html += `<${element.tag}`
  for (const [name, value] of Object.entries(element.attributes)) output.html += ` ${name}="${escapeAttribute(value)}"`
  output.html += '>'
  if (element.tag === 'br') output.html += '\n'
  if (VOID_TAGS.has(element.tag)) return

  const [first] = element.children
  if (
    element.layout === 'spoiler part' ||
    (isElement(first) && first.layout === 'block' && element.layout === 'block')
  ) {
    output.html += '\n'
  }
  writeChildren(element.children, output)
  output.html += `</${element.tag}>`
}

function finishHtml(output: Output) {
  if (output.html === '') return
  takeOrThrow(output.budget, 'html', utf8Length(output.html))
  output.template.push(output.html)
  output.html = ''
}
