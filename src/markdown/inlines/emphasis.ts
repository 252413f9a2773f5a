import { type Node, inlineElement } from '../html/tree'
import type { InlineConstruct, InlineContext } from './inline-construct'
import { type ParsedNodes, addNode, nestingDepth } from './node-tokens'

/** `***x***`. It comes before most constructs, so the text inside has no mentions and no links. */
export const strongEmphasis: InlineConstruct = (text, context) =>
  text.includes('***') ? pairAsterisks(text, context, { length: 3, element: strongEmphasisElement }) : text

const strongEmphasisElement = (children: Node[]) => inlineElement('strong', {}, [inlineElement('em', {}, children)])

/** `*x*`. No space directly inside the asterisks, and no `^`: `a * b`, `(char *)x` and `2^*` are plain text. */
export const emphasis: InlineConstruct = (text, context) =>
  text.includes('*')
    ? pairAsterisks(text, context, { length: 1, element: (children) => inlineElement('em', {}, children) })
    : text

/** `**x**`, with any text inside, on one line. */
export const strong: InlineConstruct = (text, { nodes, parseInside }) => {
  if (!text.includes('**')) return text
  return eachLine(text, (line) => {
    let parsed = ''
    let position = 0
    for (let start = line.indexOf('**'); start >= 0; start = line.indexOf('**', position)) {
      const end = line.indexOf('**', start + 3)
      if (end < 0) break
      const inside = line.slice(start + 2, end)
      parsed += line.slice(position, start) + addNode(nodes, inlineElement('strong', {}, parseInside(inside)))
      position = end + 2
    }
    return parsed + line.slice(position)
  })
}

/** `~~x~~`: exactly two tildes, and none inside. */
export const strikethrough: InlineConstruct = (text, { nodes, parseInside }) =>
  text.includes('~~')
    ? text.replace(/(?<!~)~~([^~\n]+)~~(?!~)/g, (_, inside: string) =>
        addNode(nodes, inlineElement('del', {}, parseInside(inside))),
      )
    : text

/** How many asterisks open and close an element, and the element. */
type AsteriskPair = { length: 1 | 3; element: (children: Node[]) => Node }

/**
 * Pairs runs of asterisks, each with the nearest open run before it. The text between two runs has no asterisks: pairs
 * inside it are tokens already. A run without a partner stays plain text, and no pair reaches across it.
 */
const pairAsterisks = (text: string, context: InlineContext, pair: AsteriskPair) =>
  eachLine(text, (line) =>
    line
      .split('^')
      .map((part) => pairAsterisksInPart(part, context, pair))
      .join('^'),
  )

function pairAsterisksInPart(part: string, { nodes, parseInside }: InlineContext, { length, element }: AsteriskPair) {
  const makeElement = (text: string) => addElement(text, nodes, () => element(parseInside(text)))
  const openRuns: OpenRun[] = [{ asterisks: 0, text: '' }]
  for (const piece of part.match(/\*+|[^*]+/g) ?? []) {
    const last = openRuns.at(-1)
    if (!last) break
    if (piece.startsWith('*')) closeRuns(openRuns, piece.length, { length, makeElement })
    else last.text += piece
  }
  return openRuns.map(({ asterisks, text }) => '*'.repeat(asterisks) + text).join('')
}

/** Asterisks without a partner so far, and the text after them. */
type OpenRun = { asterisks: number; text: string }

type ClosingRun = { length: number; makeElement: (text: string) => string | undefined }

function closeRuns(openRuns: OpenRun[], runLength: number, { length, makeElement }: ClosingRun) {
  let asterisks = runLength
  while (asterisks >= length) {
    const opening = openRuns.at(-1)
    const before = openRuns.at(-2)
    if (!opening || !before || opening.asterisks < length || !canBeEmphasised(opening.text)) break
    const token = makeElement(opening.text)
    if (token === undefined) break
    opening.asterisks -= length
    asterisks -= length
    opening.text = token
    if (opening.asterisks === 0) {
      before.text += token
      openRuns.pop()
    }
  }
  if (asterisks > 0) openRuns.push({ asterisks, text: '' })
}

const canBeEmphasised = (text: string) => text !== '' && !/^\s|\s$/.test(text)

/** Elements nested more deeply are shown as typed: clients may read HTML recursively. */
const MAX_DEPTH = 20

const addElement = (text: string, nodes: ParsedNodes, make: () => Node): string | undefined =>
  nestingDepth(text, nodes) < MAX_DEPTH ? addNode(nodes, make(), text) : undefined

const eachLine = (text: string, parse: (line: string) => string) =>
  text.includes('\n') ? text.split('\n').map(parse).join('\n') : parse(text)
