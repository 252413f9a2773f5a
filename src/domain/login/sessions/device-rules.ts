/** The browsers, in the order of the tests: many browsers name others in their User-Agent. */
const BROWSERS: readonly [name: string, pattern: RegExp][] = [
  ['Zulip', /zulip/],
  ['Edge', /edge|edg\//],
  ['Opera', /opera|opr\//],
  ['Chrome', /^(?!.*chromium).*(?:chrome|crios)/],
  ['Firefox', /^(?!.*seamonkey).*(?:firefox|fxios)/],
  ['Chromium', /chromium/],
  ['Safari', /safari/],
  ['Internet Explorer', /msie|trident/],
]

const SYSTEMS: readonly [name: string, pattern: RegExp][] = [
  ['Windows', /windows/],
  ['macOS', /macintosh/],
  ['Linux', /^(?!.*android).*linux/],
  ['Android', /android/],
  ['iOS', /ios|like mac os x/],
  ['ChromeOS', / cros /],
]

/** Returns the name of the browser in a User-Agent, or null if it is unknown. */
export const browserIn = (user_agent: string): string | null => firstMatch(BROWSERS, user_agent)

/** Returns the name of the operating system in a User-Agent, or null if it is unknown. */
export const systemIn = (user_agent: string): string | null => firstMatch(SYSTEMS, user_agent)

const firstMatch = (patterns: readonly [string, RegExp][], user_agent: string): string | null =>
  patterns.find(([, pattern]) => pattern.test(user_agent.toLowerCase()))?.[0] ?? null

type ProgramName = (browser: string | undefined, system: string | undefined) => string

const englishName: ProgramName = (browser = 'an unknown browser', system) =>
  system === undefined ? browser : `${browser} on ${system}`

/** Returns the browser and its system in words, or the name of another client. */
export const programIn = (user_agent: string, nameOf = englishName): string =>
  nameOf(browserIn(user_agent) ?? undefined, systemIn(user_agent) ?? undefined)
