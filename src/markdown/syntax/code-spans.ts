import { inline } from '../tree'
import { hold } from './held'
import type { Rung } from './rung'

/**
 * `` `code` ``: closed by as many backticks as opened it, spaces and line breaks inside kept. An odd backslash keeps
 * backticks from opening; of an even number of them, half is shown. Nowhere else does a backslash mean anything.
 */
export const codeSpans: Rung = (text, { held }) => {
  if (!text.includes('`')) return text
  const runs = [...text.matchAll(/`+/g)].map(({ index, 0: marks }) => ({ start: index, length: marks.length }))
  const closers = closersByLength(runs)
  let parsed = ''
  let position = 0
  for (const [index, { start, length }] of runs.entries()) {
    if (start < position) continue
    const backslashes = backslashesBefore(text, start, position)
    if (backslashes % 2 === 1) continue
    parsed += text.slice(position, start - backslashes / 2)
    const candidates = closers.get(length) ?? []
    while ((candidates.at(-1) ?? Infinity) <= index) candidates.pop()
    const end = runs[candidates.at(-1) ?? Infinity]?.start
    const code = end === undefined ? undefined : text.slice(start + length, end)
    parsed +=
      code === undefined ? text.slice(start, start + length) : hold(held, inline('code', {}, [{ literal: code }]))
    position = (end ?? start) + length
  }
  return parsed + text.slice(position)
}

type Run = { start: number; length: number }

/** The indexes of the runs of each length, the last one first, so that those passed by can be dropped from the end. */
function closersByLength(runs: readonly Run[]): Map<number, number[]> {
  const closers = new Map<number, number[]>()
  for (let index = runs.length - 1; index >= 0; index--) {
    const length = runs[index]?.length ?? 0
    const known = closers.get(length)
    if (known) known.push(index)
    else closers.set(length, [index])
  }
  return closers
}

function backslashesBefore(text: string, end: number, floor: number): number {
  let start = end
  while (start > floor && text.charAt(start - 1) === '\\') start -= 1
  return end - start
}
