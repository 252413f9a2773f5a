import { at, textAt } from '../fields'

/** The names of languages for code blocks, by the platforms of the service. */
const LANGUAGES: Readonly<Record<string, string>> = {
  go: 'go',
  node: 'javascript',
  python: 'python3',
  ruby: 'ruby',
  csharp: 'csharp',
  java: 'java',
  javascript: 'javascript',
  php: 'php',
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const linesOf = (value: unknown): string[] => list(value).filter((line) => typeof line === 'string')

/** Returns the lines around the failure in a code block; undefined if the event has none. */
export function traceback(event: unknown): string | undefined {
  const file = textAt(event, 'metadata', 'filename')
  const frames = list(at(event, 'exception', 'values')).flatMap((value) => list(at(value, 'stacktrace', 'frames')))
  // The failure is in the innermost frame of the file.
  const frame = frames.findLast(
    (each) => textAt(each, 'filename') === file && textAt(each, 'context_line') !== undefined,
  )
  if (frame === undefined) return undefined
  const context = [
    ...linesOf(at(frame, 'pre_context')).map((line) => `     ${line}`.trimEnd()),
    `---> ${textAt(frame, 'context_line') ?? ''}`,
    ...linesOf(at(frame, 'post_context')).map((line) => `     ${line}`.trimEnd()),
  ]
  const language = LANGUAGES[textAt(event, 'platform') ?? ''] ?? ''
  return `Traceback:\n\`\`\`${language}\n${context.join('\n')}\n\`\`\``
}
