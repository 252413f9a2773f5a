import type { Property } from './term'

type StatedProperty = { property: Property; negated: boolean }

/**
 * Returns whether no message can have all of these terms: one of them negates another, or they name two values of a property of
 * which a message has one. Then the narrow is empty, and no message needs to be read.
 */
export function excludeEachOther(terms: readonly StatedProperty[]): boolean {
  const negated = new Set(terms.filter((term) => term.negated).map(keyOf))
  const valueOf = new Map<string, string | number>()
  return terms.some((term) => {
    if (term.negated) return false
    const { name, value, isExclusive } = term.property
    if (negated.has(keyOf(term))) return true
    if (!isExclusive) return false
    if (valueOf.has(name)) return valueOf.get(name) !== value
    valueOf.set(name, value)
    return false
  })
}

const keyOf = ({ property: { name, value } }: StatedProperty): string => `${name}:${value}`
