import { inlineElement } from '../html/tree'
import type { InlineConstruct } from './inline-construct'
import { addNode } from './node-tokens'

/**
 * `` `code` ``, closed by as many backticks as opened it. Spaces and line breaks inside stay. An odd number of backslashes
 * before the backticks makes them plain text. Of an even number, half is shown. Only here is a backslash an escape.
 */
export const codeSpans: InlineConstruct = (text, { nodes }) => {
  if (!text.includes('`')) return text
  let parsed = ''
  let position = 0
  for (const { start, length, close } of findBacktickRuns(text)) {
    if (start < position) continue
    const backslashes = backslashesBefore(text, start, position)
    if (backslashes % 2 === 1) continue
    parsed += text.slice(position, start - backslashes / 2)
    const literal = close === undefined ? undefined : text.slice(start + length, close)
    parsed += literal === undefined ? '`'.repeat(length) : addNode(nodes, inlineElement('code', {}, [{ literal }]))
    position = (close ?? start) + length
  }
  return parsed + text.slice(position)
}

/** A run of backticks, and where the next run of the same length starts. */
type BacktickRun = { start: number; length: number; close: number | undefined }

function findBacktickRuns(text: string): BacktickRun[] {
  const latestByLength = new Map<number, BacktickRun>()
  const runs: BacktickRun[] = []
  for (const { index, 0: backticks } of text.matchAll(/`+/g)) {
    const run: BacktickRun = { start: index, length: backticks.length, close: undefined }
    const previous = latestByLength.get(run.length)
    if (previous) previous.close = run.start
    latestByLength.set(run.length, run)
    runs.push(run)
  }
  return runs
}

function backslashesBefore(text: string, end: number, from: number): number {
  let start = end
  while (start > from && text.charAt(start - 1) === '\\') start -= 1
  return end - start
}
