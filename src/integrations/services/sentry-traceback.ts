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
  const line = textAt(frame, 'context_line')
  const [before, after] = [linesOf(at(frame, 'pre_context')), linesOf(at(frame, 'post_context'))]
  // Without the lines around it, the line says little more than the title.
  if (file === undefined || !line || before.length === 0 || after.length === 0) return undefined
  const context = [...before.map(indented), `---> ${line}`, ...after.map(indented)]
  const language = LANGUAGES[textAt(event, 'platform') ?? ''] ?? ''
  return `Traceback:\n\`\`\`${language}\n${context.join('\n')}\n\`\`\``
}
