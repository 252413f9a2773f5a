import { SourceMap, type SourceMapPayload } from 'node:module'
import { parseSync, Visitor } from 'oxc-parser'

/** Returns the lines of a bundle on which the code of the server waits, and where they are in the sources. */
export function awaitsOf(code: string, map: SourceMapPayload): [line: number, place: string][] {
  const sources = new SourceMap(map)
  const starts = lineStarts(code)
  const found = new Map<number, string>()
  for (const offset of awaitsIn(code)) {
    const line = lineOf(starts, offset)
    const origin = sources.findEntry(line, offset - (starts[line] ?? 0))
    if (!('originalSource' in origin)) continue
    const { originalSource, originalLine } = origin
    const path = /(?:^|\/)(src\/.*)$/.exec(originalSource)?.[1]
    if (path !== undefined && !originalSource.includes('node_modules'))
      found.set(line + 1, `${path}:${originalLine + 1}`)
  }
  return [...found]
}

function awaitsIn(code: string): number[] {
  const offsets: number[] = []
  const note = ({ start }: { start: number }) => void offsets.push(start)
  const visitor = new Visitor({ AwaitExpression: note, ForOfStatement: (node) => node.await && note(node) })
  visitor.visit(parseSync('bundle.js', code, { sourceType: 'script' }).program)
  return offsets
}

function lineStarts(code: string): number[] {
  const starts = [0]
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function lineOf(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}
