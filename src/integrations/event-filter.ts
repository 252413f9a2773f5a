/** The parameters `only_events` and `exclude_events`: patterns for names of events. */
export type EventFilter = { only_events?: readonly string[]; exclude_events?: readonly string[] }

/** Returns whether an event with these names passes: its present one, and an older one. Events without a name always pass. */
export function passes({ only_events, exclude_events }: EventFilter, names: readonly string[]): boolean {
  if (names.length === 0) return true
  const has = (pattern: string) => names.some((name) => matchesPattern(pattern, name))
  return (only_events === undefined || only_events.some(has)) && !exclude_events?.some(has)
}

/** No service has longer names of events. */
const MAX_CHARACTERS = 300

/**
 * Returns whether a name matches a pattern of a shell: `*` is any text, `?` any character, and `[ab]` one of some. Its time is at
 * most the product of both lengths, of which only the beginnings count.
 */
export function matchesPattern(wholePattern: string, wholeName: string): boolean {
  const [pattern, name] = [wholePattern.slice(0, MAX_CHARACTERS), wholeName.slice(0, MAX_CHARACTERS)]
  const parts = pattern.match(/\[!?\]?[^\]]*\]|./gsu) ?? []
  const characters = [...name]
  let at = 0
  let part = 0
  let star = -1
  let starAt = 0
  while (at < characters.length) {
    if (parts[part] === '*') {
      star = part++
      starAt = at
    } else if (part < parts.length && matchesOne(parts[part]!, characters[at]!)) {
      part++
      at++
    } else if (star >= 0) {
      part = star + 1
      at = ++starAt
    } else return false
  }
  return parts.slice(part).every((rest) => rest === '*')
}

function matchesOne(part: string, character: string): boolean {
  if (part === '?') return true
  if (part.length < 3 || !part.startsWith('[')) return part === character
  const isNegated = part.startsWith('[!')
  const members = Array.from(part.slice(isNegated ? 2 : 1, -1))
  const isMember = members.some((member, at) =>
    members[at + 1] === '-' && at + 2 < members.length
      ? member <= character && character <= members[at + 2]!
      : member === character,
  )
  return isMember !== isNegated
}
