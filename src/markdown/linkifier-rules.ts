import { RE2JS, RE2JSException } from 're2js'
import { hasAllowedScheme } from './inlines/safe-href'
import { urlTemplate, variablesOf } from './url-templates'

/** Why a linkifier is not accepted. Each name is given as its author wrote it. */
export type LinkifierFault =
  | { fault: 'pattern is empty' }
  | { fault: 'pattern is too long' }
  | { fault: 'pattern is not supported'; detail: string }
  | { fault: 'group is named twice'; group: string }
  | { fault: 'template is not valid' }
  | { fault: 'group is not in the pattern'; group: string }
  | { fault: 'group is not in the template'; group: string }

/** Matching takes time in proportion to the pattern, for every message of the realm. */
const MAX_PATTERN_LENGTH = 1_000

export function refusalOfPattern(pattern: string): LinkifierFault | undefined {
  if (pattern.trim() === '') return { fault: 'pattern is empty' }
  if (pattern.length > MAX_PATTERN_LENGTH) return { fault: 'pattern is too long' }
  const compiled = compile(pattern)
  if (typeof compiled !== 'string') return undefined
  const group = /duplicate capture group name: `(.*)`$/.exec(compiled)?.[1]
  return group === undefined
    ? { fault: 'pattern is not supported', detail: compiled }
    : { fault: 'group is named twice', group }
}

/** Each named group must have its place in the address and each variable its group, or one of the two is misspelt. */
export function refusalOfTemplate(url_template: string, pattern: string): LinkifierFault | undefined {
  const template = urlTemplate(url_template)
  // Clients make links of templates themselves, so a scheme that messages may not have is refused here.
  if (!template || !hasAllowedScheme(url_template)) return { fault: 'template is not valid' }
  const compiled = compile(pattern)
  if (typeof compiled === 'string') return undefined // the pattern's own fault
  const groups = Object.keys(compiled.namedGroups())
  const variables = variablesOf(template)
  const unknown = variables.find((variable) => !groups.includes(variable))
  if (unknown !== undefined) return { fault: 'group is not in the pattern', group: unknown }
  const unused = groups.find((group) => !variables.includes(group))
  return unused === undefined ? undefined : { fault: 'group is not in the template', group: unused }
}

/** The pattern, or what is wrong with it. */
function compile(pattern: string): RE2JS | string {
  try {
    return RE2JS.compile(pattern)
  } catch (error) {
    if (error instanceof RE2JSException) return error.message.replace(/^error parsing regexp: /, '')
    throw error
  }
}

export type ExampleFault = {
  about: 'example_input' | 'reverse_template'
  fault: 'example is missing' | 'example does not match' | 'reverse is not valid' | 'reverse does not lead back'
}

/** What is wrong with an example of what the pattern matches, or with the way back from its parts to it. */
export function exampleFault(
  pattern: string,
  example: string | null,
  reverse: string | null,
): ExampleFault | undefined {
  if (example === null) return reverse === null ? undefined : { about: 'example_input', fault: 'example is missing' }
  const compiled = compile(pattern)
  if (typeof compiled === 'string') return undefined // the pattern's own fault
  const match = compiled.matcher(example)
  if (!match.matches()) return { about: 'example_input', fault: 'example does not match' }
  if (reverse === null) return undefined
  const groups = Object.keys(compiled.namedGroups())
  const named = [...reverse.matchAll(PLACE)].map(([, name]) => name)
  if (/[{}]/.test(reverse.replaceAll(PLACE, '')) || named.some((name) => name === undefined || !groups.includes(name)))
    return { about: 'reverse_template', fault: 'reverse is not valid' }
  const back = reverse.replaceAll(PLACE, (_, name: string) => match.group(name) ?? '')
  return back === example ? undefined : { about: 'reverse_template', fault: 'reverse does not lead back' }
}

const PLACE = /\{(\w+)\}/g
