/** Deeper than anything that means something, and not so deep that whoever walks through it runs out of room. */
const DEEPEST = 100

/** Whether JSON text holds things within things without end. It is read letter by letter: nothing is opened to find out. */
export function isNestedTooDeeply(json: string): boolean {
  let depth = 0
  let isInText = false
  for (let at = 0; at < json.length; at++) {
    const letter = json[at]
    if (isInText) {
      if (letter === '\\') at++
      else if (letter === '"') isInText = false
    } else if (letter === '"') isInText = true
    else if (letter === '[' || letter === '{') {
      if (++depth > DEEPEST) return true
    } else if (letter === ']' || letter === '}') depth--
  }
  return false
}
