/** A fact about an event in the log. Never text that people wrote, an address, or a secret. */
type Fact = string | number | boolean | null | undefined

type Level = 'info' | 'warn' | 'error'

/**
 * Writes a line to the log of the platform: one JSON object, whose members can be searched. `event` is an identifier.
 *
 * The message of an error is written too, because the errors of the server and of SQLite have no content of people. The parser
 * of JSON quotes the text that it refuses, so its message is left out.
 */
export function logLine(
  level: Level,
  event: string,
  facts: Readonly<Record<string, Fact>> = {},
  error?: unknown,
): void {
  console[level](JSON.stringify({ level, event, ...facts, ...(error === undefined ? {} : factsOf(error)) }))
}

function factsOf(error: unknown): Record<string, Fact> {
  if (!(error instanceof Error)) return { error: typeof error === 'string' ? error : typeof error }
  const message = error instanceof SyntaxError ? '' : error.message
  const frames = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '))
  return { error: error.name, message, stack: frames.map((line) => line.trim()).join('\n') }
}
