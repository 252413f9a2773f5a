import { SourceMap, type SourceMapPayload } from 'node:module'
import { parseSync, Visitor, type Program } from 'oxc-parser'
import { outsideAwaitsIn } from './outside-awaits.ts'

/** Where the code of the server waits: in the bundle and in the sources. */
export type Await = {
  offset: number
  line: number
  place: string
  /** Whether something outside may be waited for. Undefined: the build did not look. */
  isOutside?: boolean
}

/** Returns the awaits of the server in a bundle. `marks` says whether they wait for something outside: that takes seconds. */
export function awaitsOf(code: string, map: SourceMapPayload, marks: boolean): Await[] {
  const sources = new SourceMap(map)
  const starts = lineStarts(code)
  const { program } = parseSync('bundle.js', code, { sourceType: 'script', preserveParens: false })
  const outside = marks ? outsideAwaitsIn(program) : undefined
  return awaitsIn(program).flatMap((offset) => {
    const line = lineOf(starts, offset)
    const origin = sources.findEntry(line, offset - (starts[line] ?? 0))
    if (!('originalSource' in origin)) return []
    const { originalSource, originalLine } = origin
    const path = /(?:^|\/)(src\/.*)$/.exec(originalSource)?.[1]
    if (path === undefined || originalSource.includes('node_modules')) return []
    const found = { offset, line: line + 1, place: `${path}:${originalLine + 1}` }
    return [outside ? { ...found, isOutside: outside.has(offset) } : found]
  })
}

function awaitsIn(program: Program): number[] {
  const offsets: number[] = []
  const note = ({ start }: { start: number }) => void offsets.push(start)
  const visitor = new Visitor({ AwaitExpression: note, ForOfStatement: (node) => node.await && note(node) })
  visitor.visit(program)
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
