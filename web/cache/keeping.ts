/** How much a user lets this browser keep: nothing, the messages of the last month, or all. */
export const AMOUNTS = ['nothing', 'month', 'everything'] as const
export type KeptAmount = (typeof AMOUNTS)[number]

/**
 * The choice of the user. Unlike all that the client stores, a cookie is left after a log-out: the next user of a shared computer need
 * not choose again.
 */
const COOKIES = { nothing: 'parley_keep_nothing=1', everything: 'parley_keep_everything=1' }
/** The longest that Chromium keeps a cookie. */
const SECONDS = 400 * 24 * 3600

/** Whether the user lets this browser keep messages. */
export const isKeptHere = (): boolean => !document.cookie.includes(COOKIES.nothing)

export const keptAmount = (): KeptAmount =>
  isKeptHere() ? (document.cookie.includes(COOKIES.everything) ? 'everything' : 'month') : 'nothing'

export function chooseToKeep(amount: KeptAmount): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  for (const name of ['nothing', 'everything'] as const)
    document.cookie = `${COOKIES[name]}; path=/; samesite=lax; max-age=${amount === name ? SECONDS : 0}${secure}`
}
