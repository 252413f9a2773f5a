import { type Node, inline } from '../html/tree'
import type { Position, Rung } from './inline-construct'
import { type Held, depthWithin, hold } from './node-tokens'

/** `***x***`, before all else: what is inside is neither looked through for mentions nor for links. */
export const strongEmphasis: Rung = (text, at) =>
  text.includes('***') ? paired(text, at, { marks: 3, element: strongAndEmphasised }) : text

const strongAndEmphasised = (children: Node[]) => inline('strong', {}, [inline('em', {}, children)])

/** `*x*`: no space inside the stars, nor a `^`, so that `a * b`, `(char *)x` and `2^*` are left alone. */
export const emphasis: Rung = (text, at) =>
  text.includes('*') ? paired(text, at, { marks: 1, element: (children) => inline('em', {}, children) }) : text

/** `**x**`: anything, on one line. */
export const strong: Rung = (text, { held, weaker }) => {
  if (!text.includes('**')) return text
  return linewise(text, (line) => {
    let parsed = ''
    let position = 0
    for (let start = line.indexOf('**'); start >= 0; start = line.indexOf('**', position)) {
      const end = line.indexOf('**', start + 3)
      if (end < 0) break
      const inside = line.slice(start + 2, end)
      parsed += line.slice(position, start) + hold(held, inline('strong', {}, weaker(inside)))
      position = end + 2
    }
    return parsed + line.slice(position)
  })
}

/** `~~x~~`: exactly two tildes, none inside. */
export const strikethrough: Rung = (text, { held, weaker }) =>
  text.includes('~~')
    ? text.replace(/(?<!~)~~([^~\n]+)~~(?!~)/g, (_, inside: string) => hold(held, inline('del', {}, weaker(inside))))
    : text

type Pairing = { marks: 1 | 3; element: (children: Node[]) => Node }

/**
 * Pairs runs of stars, each with the nearest open one before it. What stands between two runs has no star, as pairs
 * within it are held apart already; a run that could not be paired stays, and nothing may be paired across it.
 */
const paired = (text: string, at: Position, pairing: Pairing) =>
  linewise(text, (line) =>
    line
      .split('^')
      .map((part) => pairedPart(part, at, pairing))
      .join('^'),
  )

function pairedPart(part: string, { held, weaker }: Position, { marks, element }: Pairing): string {
  // Stars and the words between them take turns, words first. `open` holds what is not understood yet.
  const open: { stars: number; words: string }[] = [{ stars: 0, words: '' }]
  for (const piece of part.match(/\*+|[^*]+/g) ?? []) {
    const last = open.at(-1)
    if (!last) break
    if (!piece.startsWith('*')) last.words += piece
    else
      closeRun(open, piece.length, { marks, make: (words) => makeElement(words, held, () => element(weaker(words))) })
  }
  return open.map(({ stars, words }) => '*'.repeat(stars) + words).join('')
}

type OpenRun = { stars: number; words: string }
type Closing = { marks: number; make: (words: string) => string | undefined }

function closeRun(open: OpenRun[], length: number, { marks, make }: Closing) {
  let stars = length
  while (stars >= marks) {
    const opening = open.at(-1)
    const before = open.at(-2)
    if (!opening || !before || opening.stars < marks || !isEmphasised(opening.words)) break
    const element = make(opening.words)
    if (element === undefined) break
    opening.stars -= marks
    stars -= marks
    opening.words = element
    if (opening.stars === 0) {
      before.words += element
      open.pop()
    }
  }
  if (stars > 0) open.push({ stars, words: '' })
}

const isEmphasised = (words: string) => words !== '' && !/^\s|\s$/.test(words)

/** Elements within elements beyond this stay as they were typed: a reader of HTML may be recursive. */
const MAX_DEPTH = 20

const makeElement = (words: string, held: Held, make: () => Node): string | undefined =>
  depthWithin(words, held) < MAX_DEPTH ? hold(held, make(), words) : undefined

const linewise = (text: string, parse: (line: string) => string) =>
  text.includes('\n') ? text.split('\n').map(parse).join('\n') : parse(text)
