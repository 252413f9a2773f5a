/** Returns a field of an encoded event, or undefined. */
export const at = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined

export function textAt(value: unknown, name: string): string | undefined {
  const field = at(value, name)
  return typeof field === 'string' ? field : undefined
}

export function integerAt(value: unknown, name: string): number | undefined {
  const field = at(value, name)
  return typeof field === 'number' ? field : undefined
}
