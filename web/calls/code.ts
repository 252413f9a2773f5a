const FINGERPRINT = /^a=fingerprint:\S+ (\S+)$/m

/** Returns the fingerprint of the key of a browser, from what it says about itself. */
export const fingerprintIn = (description: RTCSessionDescription | null): string | undefined =>
  FINGERPRINT.exec(description?.sdp.replaceAll('\r', '') ?? '')?.[1]?.toUpperCase()

/** With fewer, a server could look for two keys that give both sides the same code. */
const GROUPS = 6
const DIGITS = 5

/**
 * Returns the code of the keys of all participants. All of them see the same code. If the server stood between two of them, it would have
 * given them other keys, and so another code.
 */
export async function codeOf(fingerprints: readonly string[]): Promise<string> {
  const text = new TextEncoder().encode([...new Set(fingerprints)].toSorted().join(' '))
  const view = new DataView(await crypto.subtle.digest('SHA-256', text))
  const groups = Array.from({ length: GROUPS }, (_, at) => view.getUint32(at * 4) % 10 ** DIGITS)
  return groups.map((group) => String(group).padStart(DIGITS, '0')).join(' ')
}
