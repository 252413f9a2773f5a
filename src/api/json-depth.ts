/** Deeper than any valid parameter, and not so deep that a recursive function overflows the stack. */
const MAX_DEPTH = 100

/** Returns whether JSON text nests more than 100 lists and objects. It reads the characters, because to parse them may overflow. */
export function isNestedTooDeeply(json: string): boolean {
  let depth = 0
  let isInText = false
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (isInText) {
      if (character === '\\') at++
      else if (character === '"') isInText = false
    } else if (character === '"') isInText = true
    else if (character === '[' || character === '{') {
      if (++depth > MAX_DEPTH) return true
    } else if (character === ']' || character === '}') depth--
  }
  return false
}
