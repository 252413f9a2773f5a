/**
 * A part of a message: plain lines, or a fenced block. Fences are found before all other constructs, and only at the
 * start of a line. So no construct outside a fenced block can match a part of it.
 *
 *     ```quote            a fenced quote; its lines are split into sections too
 *     ~~~                 a fence inside it, so code
 *     > not a quote
 *     ~~~                 ends the code: the same fence again
 *     ```                 ends the quote. A fence without an end reaches to the end of its container
 */
export type Section = { kind: 'lines'; lines: string[] } | FencedBlock

type FencedBlock =
  | { kind: 'fenced code'; language: string; lines: string[] }
  | { kind: 'math'; lines: string[] }
  | { kind: 'quote'; sections: Section[] }
  | { kind: 'spoiler'; header: string; sections: Section[] }

/** A line that opens a fenced block. */
type OpeningFence = { fence: string; language: string; header: string }

/** Parses a line as an opening fence. `{.python}`, `.Python` and `python` are the same language. */
export function parseOpeningFence(line: string): OpeningFence | undefined {
  const fence = /^(?:~{3,}|`{3,})/.exec(line)?.[0]
  if (!fence) return undefined
  const infoString = line.slice(fence.length).replace(/^ +/, '')
  if (infoString === '') return { fence, language: '', header: '' }
  if (/[~`]/.test(infoString)) return undefined
  const language = /^\{?\.?([a-zA-Z0-9_+,\-./#]+)/.exec(infoString)
  if (!language?.[1]) return undefined
  return {
    fence,
    language: language[1].toLowerCase(),
    header: infoString.slice(language[0].length).replace(/^ +/, ''),
  }
}

/** Returns whether the language of a fence makes the block a quote. */
export const isQuoteLanguage = (language: string) => language === 'quote' || language === 'quoted'

/** Splits the lines of a message into sections. Fences without a language have the realm's default language. */
export function splitIntoSections(lines: readonly string[], defaultLanguage: string): Section[] {
  const outermost: OpenContainer = { fence: '', sections: [] }
  const open: (OpenContainer | OpenText)[] = [outermost]
  for (const line of lines) {
    const innermost = open.at(-1) ?? outermost
    if (innermost.fence !== '' && line.trimEnd() === innermost.fence) open.pop()
    else if ('lines' in innermost) innermost.lines.push(innermost.keepsSpaces ? line : line.trimEnd())
    else addLine(line, { innermost, open, defaultLanguage })
  }
  return outermost.sections
}

type OpenContainer = { fence: string; sections: Section[] }
type OpenText = { fence: string; lines: string[]; keepsSpaces: boolean }
type OpenBlocks = { innermost: OpenContainer; open: (OpenContainer | OpenText)[]; defaultLanguage: string }

/** Fenced blocks nested more deeply are shown as typed. */
const MAX_OPEN_FENCES = 12

function addLine(line: string, { innermost, open, defaultLanguage }: OpenBlocks) {
  const opening = open.length > MAX_OPEN_FENCES ? undefined : parseOpeningFence(line)
  if (!opening) {
    addPlainLine(innermost.sections, line)
    return
  }
  const block = newFencedBlock(opening, defaultLanguage)
  innermost.sections.push(block)
  if ('sections' in block) open.push({ fence: opening.fence, sections: block.sections })
  else open.push({ fence: opening.fence, lines: block.lines, keepsSpaces: block.kind === 'math' })
}

function newFencedBlock(opening: OpeningFence, defaultLanguage: string): FencedBlock {
  const language = opening.language || defaultLanguage.toLowerCase()
  if (isQuoteLanguage(language)) return { kind: 'quote', sections: [] }
  if (language === 'spoiler') return { kind: 'spoiler', header: opening.header, sections: [] }
  if (language === 'math') return { kind: 'math', lines: [] }
  return { kind: 'fenced code', language, lines: [] }
}

function addPlainLine(sections: Section[], line: string) {
  const last = sections.at(-1)
  if (last?.kind === 'lines') last.lines.push(line)
  else sections.push({ kind: 'lines', lines: [line] })
}
