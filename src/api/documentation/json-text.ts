const LINE_LENGTH = 76

/** Returns JSON for people: a list or an object is on one line if it fits there. */
export function jsonText(value: unknown, indent = ''): string {
  const line = JSON.stringify(value, null, 1)?.replaceAll(/\n\s*/g, ' ') ?? 'null'
  if (typeof value !== 'object' || value === null || line.length + indent.length <= LINE_LENGTH) return line
  const inner = `${indent}  `
  if (Array.isArray(value)) return `[\n${value.map((item) => inner + jsonText(item, inner)).join(',\n')}\n${indent}]`
  const members = Object.entries(value).map(
    ([key, member]) => `${inner}${JSON.stringify(key)}: ${jsonText(member, inner)}`,
  )
  return `{\n${members.join(',\n')}\n${indent}}`
}
