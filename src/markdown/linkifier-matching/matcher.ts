import { RE2JS } from 're2js'
import type { Linkifier } from '../settings'
import { parseUrlTemplate, type UrlTemplate } from '../url-templates'
import { hasAllLiterals, requiredLiterals } from './required-literals'

/** A compiled linkifier. */
export type LinkifierMatcher = {
  pattern: RE2JS
  template: UrlTemplate
  groupNames: readonly string[]
  /** The group that contains the text of the link. */
  textGroup: number
  requiredLiterals: readonly string[]
  /** The most steps that RE2 takes for each UTF-16 unit: it may be in each state of its program. */
  stepsPerUnit: number
}

/** Returns the matcher of a linkifier, or undefined if the text cannot have a match. */
export function findMatcher(linkifier: Linkifier, text: string): LinkifierMatcher | undefined {
  let cached = cacheByLinkifier.get(linkifier)
  if (!cached) cacheByLinkifier.set(linkifier, (cached = { requiredLiterals: requiredLiterals(linkifier.pattern) }))
  if (!hasAllLiterals(text, cached.requiredLiterals)) return undefined
  cached.compiled ??= { matcher: sharedMatcher(linkifier) }
  return cached.compiled.matcher
}

/** `compiled` is set once a text had the required literals. */
type CachedLinkifier = {
  requiredLiterals: readonly string[]
  compiled?: { matcher: LinkifierMatcher | undefined }
}

// A message may have thousands of short texts. Looking a linkifier up is faster than reading its pattern for each.
const cacheByLinkifier = new WeakMap<Linkifier, CachedLinkifier>()

// Compiling takes longer than matching. One isolate serves many realms, so the number of matchers is limited.
const sharedMatchers = new Map<string, LinkifierMatcher | undefined>()
const MAX_SHARED_MATCHERS = 300

function sharedMatcher({ pattern, url_template }: Linkifier): LinkifierMatcher | undefined {
  const key = `${pattern}\n${url_template}`
  if (sharedMatchers.has(key)) return sharedMatchers.get(key)
  if (sharedMatchers.size >= MAX_SHARED_MATCHERS) sharedMatchers.clear()
  const matcher = compile(pattern, url_template)
  sharedMatchers.set(key, matcher)
  return matcher
}

/** A match may follow the start of the text, a space or certain characters. No letter or digit may follow it. */
const AROUND = { before: '(?:^|[\\s\\x{85}\\p{Z}\'"(,:<])(', after: ')(?:$|[^\\p{L}\\p{N}])' }
const TEXT_GROUP = 1

const STEPS_PER_PATTERN = 50

/** Returns undefined for a pattern that linkifier-rules.ts refuses: the sender of a message cannot correct it. */
function compile(source: string, url_template: string): LinkifierMatcher | undefined {
  const template = parseUrlTemplate(url_template)
  if (!template) return undefined
  try {
    const pattern = RE2JS.compile(AROUND.before + source + AROUND.after)
    return {
      pattern,
      template,
      groupNames: Object.keys(pattern.namedGroups()),
      textGroup: TEXT_GROUP,
      requiredLiterals: requiredLiterals(source),
      stepsPerUnit: STEPS_PER_PATTERN + pattern.programSize(),
    }
  } catch {
    return undefined
  }
}
