/** Returns a value of any type as Zulip writes it: text as it is, and other values in the notation of Python. */
export const shownValue = (value: unknown): string => (typeof value === 'string' ? value : inside(value))

function inside(value: unknown): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'string') return `'${value}'`
  if (Array.isArray(value)) return `[${value.map(inside).join(', ')}]`
  if (typeof value === 'object')
    return `{${Object.entries(value)
      .map(([name, each]) => `'${name}': ${inside(each)}`)
      .join(', ')}}`
  return typeof value === 'number' ? String(value) : ''
}
