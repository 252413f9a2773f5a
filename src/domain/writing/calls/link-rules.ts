const PATH = /^\/calls\/join\/(\d{6,20})$/

/** Returns the digits of the first link of a message to a call of this server. */
export function digitsIn(links: readonly string[], realm_url: string): string | undefined {
  for (const link of links) {
    const url = URL.parse(link)
    const digits = url?.origin === realm_url ? PATH.exec(url.pathname)?.[1] : undefined
    if (digits !== undefined) return digits
  }
  return undefined
}
