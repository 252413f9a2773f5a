/** A line of three or more `-`, `_` or `*`, at most two spaces apart: `---`, `* * *`. */
export function isRule(line: string): boolean {
  const start = /^ {0,3}(?=[-_*])/.exec(line)?.[0].length
  if (start === undefined) return false
  const mark = line.charAt(start)
  let marks = 0
  let gap = 0
  for (let index = start; index < line.length; index++) {
    const character = line.charAt(index)
    if (character === ' ') gap += 1
    else if (character !== mark || gap > MAX_GAP) return false
    else {
      marks += 1
      gap = 0
    }
  }
  return marks >= 3
}

const MAX_GAP = 2
