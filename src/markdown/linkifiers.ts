import { RE2JS } from 're2js'
import { type UrlTemplate, expanded, urlTemplate } from './url-templates'

/** A realm's rule that makes words of a certain form into links: `#123` into a link to an issue. */
export type Linkifier = {
  id: number
  /** A regular expression of RE2's dialect, which is matched in linear time whoever wrote it. */
  pattern: string
  /** See url-templates.ts; its variables are the pattern's named groups. */
  url_template: string
}

/** Words that are to be a link, and where they stand. */
export type LinkedWords = { start: number; end: number; url: string }

/** From left to right, none within another; at most `limit`. */
export function linkedWords(text: string, { pattern, url_template }: Linkifier, limit: number): LinkedWords[] {
  const found: LinkedWords[] = []
  const matcher = matcherFor(pattern, url_template)
  if (!matcher || !matcher.needed.every((part) => text.includes(part))) return found
  const match = matcher.pattern.matcher(text)
  for (let position = 0; position <= text.length && found.length < limit && match.find(position);) {
    const [start, end] = [match.start(WORDS), match.end(WORDS)]
    if (end > start) found.push({ start, end, url: expanded(matcher.template, groupsOf(match, matcher.groups)) })
    // What follows the words is not theirs: one space may stand between two of them.
    position = Math.max(end, position + 1)
  }
  return found
}

type Matcher = { pattern: RE2JS; template: UrlTemplate; groups: readonly string[]; needed: readonly string[] }

/** Words may stand at either end of the text, after a space or certain marks, and before all but letters and digits. */
const AROUND = { before: '(?:^|[\\s\\x{85}\\p{Z}\'"(,:<])(', after: ')(?:$|[^\\p{L}\\p{N}])' }

/** The group that is around the realm's pattern. */
const WORDS = 1

// Made once for each pattern, as that takes longer than matching it. One isolate serves many realms, hence the limit.
const matchers = new Map<string, Matcher | undefined>()
const MAX_MATCHERS = 300

function matcherFor(pattern: string, url_template: string): Matcher | undefined {
  const key = `${pattern}\n${url_template}`
  if (matchers.has(key)) return matchers.get(key)
  if (matchers.size >= MAX_MATCHERS) matchers.clear()
  const matcher = newMatcher(pattern, url_template)
  matchers.set(key, matcher)
  return matcher
}

/** Nothing for what was never accepted (see linkifier-rules.ts): a message is no place to complain about it. */
function newMatcher(source: string, url_template: string): Matcher | undefined {
  const template = urlTemplate(url_template)
  try {
    const pattern = RE2JS.compile(AROUND.before + source + AROUND.after)
    return template && { pattern, template, groups: Object.keys(pattern.namedGroups()), needed: neededParts(source) }
  } catch {
    return undefined
  }
}

function groupsOf(match: ReturnType<RE2JS['matcher']>, names: readonly string[]): Map<string, string> {
  const values = new Map<string, string>()
  for (const name of names) {
    const value = match.group(name)
    if (value !== null) values.set(name, value)
  }
  return values
}

/**
 * What every text that matches has in it: the characters that stand for themselves outside of all groups and choices.
 * Most messages have no `#`, so they are done with before anything is matched.
 */
export function neededParts(pattern: string): string[] {
  if (/\(\?[a-zA-Z-]*[ix]|\\[QE]/.test(pattern)) return []
  const parts = ['']
  let depth = 0
  for (const { 0: token } of pattern.matchAll(
    /\\[^]|\[\^?\]?(?:\\[^]|\[:\^?\w+:\]|[^\]\\])*\]|\{\d+(?:,\d*)?\}|[^]/g,
  )) {
    if (depth === 0 && token === '|') return []
    if (/^(?:[?*]|\{.+)$/.test(token) && depth === 0) parts.splice(-1, 1, (parts.at(-1) ?? '').slice(0, -1), '')
    else if (depth === 0 && isItself(token)) parts.push((parts.pop() ?? '') + (token.at(-1) ?? ''))
    else parts.push('')
    if (token === '(') depth += 1
    if (token === ')') depth -= 1
  }
  return parts.filter((part) => part !== '')
}

const isItself = (token: string) => /^(?:[^\\^$.|?*+()[\]{}\uD800-\uDFFF]|\\[^A-Za-z0-9])$/.test(token)
