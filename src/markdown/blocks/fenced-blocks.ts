/**
 * Fences are found before anything else and only at the start of a line, so a container's text comes in segments:
 * plain lines, and fenced blocks that no construct outside them looks into.
 *
 *     ```quote            a container, whose lines are read the same way
 *     ~~~                 another fence, so code
 *     > not a quote
 *     ~~~                 ends the code: exactly the opening fence again
 *     ```                 ends the quote. A fence left open runs to the end of its container
 */
export type Segment = { kind: 'lines'; lines: string[] } | FencedBlock

type FencedBlock =
  | { kind: 'code'; language: string; lines: string[] }
  | { kind: 'math'; lines: string[] }
  | { kind: 'quote'; segments: Segment[] }
  | { kind: 'spoiler'; header: string; segments: Segment[] }

export type Fence = { marks: string; language: string; header: string }

/** What a line opens, if it opens anything. `{.python}`, `.Python` and `python` are the same language. */
export function fenceAt(line: string): Fence | undefined {
  const marks = /^(?:~{3,}|`{3,})/.exec(line)?.[0]
  if (!marks) return undefined
  const label = line.slice(marks.length).replace(/^ +/, '')
  if (label === '') return { marks, language: '', header: '' }
  if (/[~`]/.test(label)) return undefined
  const language = /^\{?\.?([a-zA-Z0-9_+,\-./#]+)/.exec(label)
  if (!language?.[1]) return undefined
  return { marks, language: language[1].toLowerCase(), header: label.slice(language[0].length).replace(/^ +/, '') }
}

export const isQuoteLanguage = (language: string) => language === 'quote' || language === 'quoted'

export function splitAtFences(lines: readonly string[], defaultLanguage: string): Segment[] {
  const outermost: OpenContainer = { fence: '', segments: [] }
  const open: (OpenContainer | OpenText)[] = [outermost]
  for (const line of lines) {
    const innermost = open.at(-1) ?? outermost
    if (innermost.fence !== '' && line.trimEnd() === innermost.fence) open.pop()
    else if ('lines' in innermost) innermost.lines.push(innermost.keepsSpaces ? line : line.trimEnd())
    else readLine(line, { innermost, open, defaultLanguage })
  }
  return outermost.segments
}

type OpenContainer = { fence: string; segments: Segment[] }
type OpenText = { fence: string; lines: string[]; keepsSpaces: boolean }
type Reading = { innermost: OpenContainer; open: (OpenContainer | OpenText)[]; defaultLanguage: string }

/** Containers within containers beyond this are shown as they were typed. */
const MAX_OPEN_FENCES = 12

function readLine(line: string, { innermost, open, defaultLanguage }: Reading) {
  const fence = open.length > MAX_OPEN_FENCES ? undefined : fenceAt(line)
  if (!fence) {
    addLine(innermost.segments, line)
    return
  }
  const segment = fencedBlock(fence, defaultLanguage)
  innermost.segments.push(segment)
  if ('segments' in segment) open.push({ fence: fence.marks, segments: segment.segments })
  else open.push({ fence: fence.marks, lines: segment.lines, keepsSpaces: segment.kind === 'math' })
}

function fencedBlock(fence: Fence, defaultLanguage: string): FencedBlock {
  const language = fence.language || defaultLanguage.toLowerCase()
  if (isQuoteLanguage(language)) return { kind: 'quote', segments: [] }
  if (language === 'spoiler') return { kind: 'spoiler', header: fence.header, segments: [] }
  if (language === 'math') return { kind: 'math', lines: [] }
  return { kind: 'code', language, lines: [] }
}

function addLine(segments: Segment[], line: string) {
  const last = segments.at(-1)
  if (last?.kind === 'lines') last.lines.push(line)
  else segments.push({ kind: 'lines', lines: [line] })
}
