/**
 * The user chose that this browser keeps no messages. Unlike all that the client stores, a cookie is left after a log-out: the next user
 * of a shared computer need not choose again.
 */
const CHOICE = 'parley_keep_nothing=1'
/** The longest that Chromium keeps a cookie. */
const SECONDS = 400 * 24 * 3600

/** Whether the user lets this browser keep messages. */
export const isKeptHere = (): boolean => !document.cookie.includes(CHOICE)

export function chooseToKeep(isKept: boolean): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${CHOICE}; path=/; samesite=lax; max-age=${isKept ? 0 : SECONDS}${secure}`
}
