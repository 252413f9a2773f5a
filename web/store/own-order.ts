/** Returns the keys with one of them at another place. */
export function movedTo(keys: readonly string[], key: string, to: number): string[] {
  const others = keys.filter((other) => other !== key)
  const at = Math.max(0, Math.min(others.length, to))
  return [...others.slice(0, at), key, ...others.slice(at)]
}
