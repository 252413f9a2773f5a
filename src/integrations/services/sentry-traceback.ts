import { at, textAt } from '../fields'

/** The names of languages for code blocks, by the platforms of the service. */
const LANGUAGES: Readonly<Record<string, string>> = {
  go: 'go',
  node: 'javascript',
  python: 'python3',
  ruby: 'ruby',
  java: 'java',
  javascript: 'javascript',
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const linesOf = (value: unknown): string[] => list(value).filter((line) => typeof line === 'string')

const indented = (line: string) => (line === '' ? '' : `     ${line}`)

/** Returns the lines around the failure in a code block; undefined if the event has none. */
export function traceback(event: unknown): string | undefined {
  const file = textAt(event, 'metadata', 'filename')
  const values = list(at(event, 'exception', 'values'))
  const trace = values.findLast((value) => at(value, 'stacktrace') !== undefined)
  // The failure is in the innermost frame of the file.
  const frame = list(at(trace, 'stacktrace', 'frames')).findLast((each) => textAt(each, 'filename') === file)
  if (file === undefined || textAt(frame, 'context_line') === undefined) return undefined
  const context = [
    ...linesOf(at(frame, 'pre_context')).map(indented),
    `---> ${textAt(frame, 'context_line') ?? ''}`,
    ...linesOf(at(frame, 'post_context')).map(indented),
  ]
  const language = LANGUAGES[textAt(event, 'platform') ?? ''] ?? ''
  return `Traceback:\n\`\`\`${language}\n${context.join('\n')}\n\`\`\``
}
