import { fenceAt, isQuoteLanguage } from './fenced-blocks'

/**
 * People put a list right under a line of text, or a numbered list right under a bulleted one. Blocks are cut at empty
 * lines, so we add the one they left out. A number of two digits does not count: `… in the year\n10. March` is prose.
 */
export function withHangingLists(lines: readonly string[]): string[] {
  const spaced: string[] = []
  const openFences: OpenFence[] = []
  let opaque = 0
  lines.forEach((line, index) => {
    spaced.push(line)
    opaque += changeOfDepth(line, openFences)
    const next = lines[index + 1]
    if (opaque === 0 && line !== '' && next !== undefined && hangsOff(line, next)) spaced.push('')
  })
  return spaced
}

type OpenFence = { marks: string; hidesLists: boolean }

/** Code and formulas hide what looks like a list; quotes and spoilers do not. */
function changeOfDepth(line: string, openFences: OpenFence[]): number {
  const fence = fenceAt(line)
  if (!fence) return 0
  const innermost = openFences.at(-1)
  if (innermost && fence.language === '' && fence.marks === innermost.marks) {
    openFences.pop()
    return innermost.hidesLists ? -1 : 0
  }
  const hidesLists = !isQuoteLanguage(fence.language) && fence.language !== 'spoiler'
  openFences.push({ marks: fence.marks, hidesLists })
  return hidesLists ? 1 : 0
}

function hangsOff(line: string, next: string): boolean {
  const nextMarker = markerOf(next)
  if (!nextMarker) return false
  const marker = markerOf(line)
  return !marker || (marker.length === 1) !== (nextMarker.length === 1)
}

const markerOf = (line: string) => /^ *([*+-]|\d\.) +/.exec(line)?.[1]
