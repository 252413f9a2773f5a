import { inline } from '../html/tree'
import type { Rung } from './inline-construct'
import { hold } from './node-tokens'

/**
 * `` `code` ``: closed by as many backticks as opened it, spaces and line breaks inside kept. An odd backslash keeps
 * backticks from opening; of an even number of them, half is shown. Nowhere else does a backslash mean anything.
 */
export const codeSpans: Rung = (text, { held }) => {
  if (!text.includes('`')) return text
  let parsed = ''
  let position = 0
  for (const { start, length, close } of runsIn(text)) {
    if (start < position) continue
    const backslashes = backslashesBefore(text, start, position)
    if (backslashes % 2 === 1) continue
    parsed += text.slice(position, start - backslashes / 2)
    const literal = close === undefined ? undefined : text.slice(start + length, close)
    parsed += literal === undefined ? '`'.repeat(length) : hold(held, inline('code', {}, [{ literal }]))
    position = (close ?? start) + length
  }
  return parsed + text.slice(position)
}

/** A run of backticks, and where the next one of the same length starts. */
type Run = { start: number; length: number; close: number | undefined }

function runsIn(text: string): Run[] {
  const latest = new Map<number, Run>()
  const runs: Run[] = []
  for (const { index, 0: marks } of text.matchAll(/`+/g)) {
    const run: Run = { start: index, length: marks.length, close: undefined }
    const above = latest.get(run.length)
    if (above) above.close = run.start
    latest.set(run.length, run)
    runs.push(run)
  }
  return runs
}

function backslashesBefore(text: string, end: number, floor: number): number {
  let start = end
  while (start > floor && text.charAt(start - 1) === '\\') start -= 1
  return end - start
}
