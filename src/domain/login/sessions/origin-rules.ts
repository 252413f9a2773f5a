const MAX_ORIGIN_CHARACTERS = 200

/**
 * Returns whether a text is the origin of an organization, exactly as a browser writes it: `https://chat.example.com`. A development
 * server also accepts the names of this machine, by http.
 */
export function isOrigin(text: string, development: boolean): boolean {
  if (text.length > MAX_ORIGIN_CHARACTERS || !URL.canParse(text)) return false
  const { origin, protocol, hostname } = new URL(text)
  if (origin !== text) return false
  return protocol === 'https:' || (development && protocol === 'http:' && isLocal(hostname))
}

const isLocal = (hostname: string) => hostname === 'localhost' || hostname.endsWith('.localhost')

/** Returns the page of another organization that receives the secret of a count address. It is in the fragment, which no server sees. */
export const answerAddress = (origin: string, answer: { counts: string; from: string; state: string }): string =>
  `${origin}/organizations#${new URLSearchParams(answer).toString()}`
