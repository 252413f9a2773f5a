import { isQuoteLanguage, parseOpeningFence } from './fenced-blocks'

/**
 * Adds a blank line before a list that follows text or a list of the other kind: blocks are split at blank lines. Two digits do not start a list here: `… in the year\n10. March` is prose.
 */
export function addBlankLinesBeforeLists(lines: readonly string[]): string[] {
  const result: string[] = []
  const openFences: OpenFence[] = []
  let hidingFences = 0
  lines.forEach((line, index) => {
    result.push(line)
    hidingFences += changeOfHidingFences(line, openFences)
    const nextLine = lines[index + 1]
    if (hidingFences === 0 && line !== '' && nextLine !== undefined && startsList(nextLine, line)) result.push('')
  })
  return result
}

type OpenFence = { fence: string; hidesLists: boolean }

/** Code and math hide lines that look like a list. Quotes and spoilers do not. */
function changeOfHidingFences(line: string, openFences: OpenFence[]): number {
  const opening = parseOpeningFence(line)
  if (!opening) return 0
  const innermost = openFences.at(-1)
  if (innermost && opening.language === '' && opening.fence === innermost.fence) {
    openFences.pop()
    return innermost.hidesLists ? -1 : 0
  }
  const hidesLists = !isQuoteLanguage(opening.language) && opening.language !== 'spoiler'
  openFences.push({ fence: opening.fence, hidesLists })
  return hidesLists ? 1 : 0
}

function startsList(line: string, lineAbove: string): boolean {
  const marker = listMarker(line)
  if (!marker) return false
  const markerAbove = listMarker(lineAbove)
  return !markerAbove || (markerAbove.length === 1) !== (marker.length === 1)
}

const listMarker = (line: string) => /^ *([*+-]|\d\.) +/.exec(line)?.[1]
