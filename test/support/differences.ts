import type { Json } from './person'

const MAX_CHARACTERS = 1000

/** Returns where two answers differ, for the text of an expectation: a report of CI has the first line of an error only. */
export function differences(before: Json, after: Json, path = ''): string[] {
  if (!isObject(before) || !isObject(after)) {
    const [from, to] = [JSON.stringify(before), JSON.stringify(after)]
    return from === to ? [] : [`${path}: ${from?.slice(0, MAX_CHARACTERS)} became ${to?.slice(0, MAX_CHARACTERS)}`]
  }
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name) => differences(before[name], after[name], `${path}.${name}`))
}

const isObject = (value: Json): boolean => typeof value === 'object' && value !== null
