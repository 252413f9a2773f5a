/** Returns whether a line is three or more `-`, `_` or `*`, at most two spaces apart: `---`, `* * *`. */
export function isThematicBreak(line: string): boolean {
  const start = /^ {0,3}(?=[-_*])/.exec(line)?.[0].length
  if (start === undefined) return false
  const marker = line.charAt(start)
  let markerCount = 0
  let spaceCount = 0
  for (let index = start; index < line.length; index++) {
    const character = line.charAt(index)
    if (character === ' ') spaceCount += 1
    else if (character !== marker || spaceCount > MAX_SPACES_BETWEEN) return false
    else {
      markerCount += 1
      spaceCount = 0
    }
  }
  return markerCount >= 3
}

const MAX_SPACES_BETWEEN = 2
