import { RE2JS, RE2JSException } from 're2js'
import { hasAllowedScheme } from './inlines/safe-href'
import { parseUrlTemplate, variablesOf } from './url-templates'

/** Why a linkifier is refused. Group names are as typed. */
export type LinkifierFault =
  | { fault: 'pattern is empty' }
  | { fault: 'pattern is too long' }
  | { fault: 'pattern is not supported'; detail: string }
  | { fault: 'group is named twice'; group: string }
  | { fault: 'template is not valid' }
  | { fault: 'group is not in the pattern'; group: string }
  | { fault: 'group is not in the template'; group: string }

/** The matching time is proportional to the length of the pattern, for each message of the realm. */
const MAX_PATTERN_LENGTH = 1_000

/** Returns why a linkifier's pattern is refused, or undefined if it is not. */
export function findPatternFault(pattern: string): LinkifierFault | undefined {
  if (pattern.trim() === '') return { fault: 'pattern is empty' }
  if (pattern.length > MAX_PATTERN_LENGTH) return { fault: 'pattern is too long' }
  const compiled = compile(pattern)
  if (typeof compiled !== 'string') return undefined
  // Linear: a pattern has at most 1000 characters.
  const group = /duplicate capture group name: `(.*)`$/.exec(compiled)?.[1]
  return group === undefined
    ? { fault: 'pattern is not supported', detail: compiled }
    : { fault: 'group is named twice', group }
}

/** Returns why a linkifier's template is refused. Each named group must be a variable, and each variable a named group. */
export function findTemplateFault(url_template: string, pattern: string): LinkifierFault | undefined {
  const template = parseUrlTemplate(url_template)
  // Clients make links from templates themselves, so a scheme that links must not have is refused here.
  if (!template || !hasAllowedScheme(url_template)) return { fault: 'template is not valid' }
  const compiled = compile(pattern)
  if (typeof compiled === 'string') return undefined // findPatternFault refuses it
  const groups = Object.keys(compiled.namedGroups())
  const variables = variablesOf(template)
  const unknownVariable = variables.find((variable) => !groups.includes(variable))
  if (unknownVariable !== undefined) return { fault: 'group is not in the pattern', group: unknownVariable }
  const unusedGroup = groups.find((group) => !variables.includes(group))
  return unusedGroup === undefined ? undefined : { fault: 'group is not in the template', group: unusedGroup }
}

/** Returns the compiled pattern, or a message that says why it cannot be compiled. */
function compile(pattern: string): RE2JS | string {
  try {
    return RE2JS.compile(pattern)
  } catch (error) {
    if (error instanceof RE2JSException) return error.message.replace(/^error parsing regexp: /, '')
    throw error
  }
}

/** Why a linkifier's example or reverse template is refused. */
export type ExampleFault = {
  about: 'example_input' | 'reverse_template'
  fault: 'example is missing' | 'example does not match' | 'reverse is not valid' | 'reverse does not lead back'
}

/** Returns why an example of matching text is refused, or a reverse template, which makes that text from the groups. */
export function findExampleFault(
  pattern: string,
  example: string | null,
  reverse: string | null,
): ExampleFault | undefined {
  if (example === null) return reverse === null ? undefined : { about: 'example_input', fault: 'example is missing' }
  const compiled = compile(pattern)
  if (typeof compiled === 'string') return undefined // findPatternFault refuses it
  const match = compiled.matcher(example)
  if (!match.matches()) return { about: 'example_input', fault: 'example does not match' }
  if (reverse === null) return undefined
  const groups = Object.keys(compiled.namedGroups())
  const variables = [...reverse.matchAll(VARIABLE)].map(([, name]) => name)
  const isUnknown = (name: string | undefined) => name === undefined || !groups.includes(name)
  if (/[{}]/.test(reverse.replaceAll(VARIABLE, '')) || variables.some(isUnknown))
    return { about: 'reverse_template', fault: 'reverse is not valid' }
  const text = reverse.replaceAll(VARIABLE, (_, name: string) => match.group(name) ?? '')
  return text === example ? undefined : { about: 'reverse_template', fault: 'reverse does not lead back' }
}

const VARIABLE = /\{(\w+)\}/g
