import { strictUtf8 } from '../../../api/utf8'

/** What the browser states about a signature: which page asked for it, and with which challenge. */
export type ClientData = { type: string; challenge: string; origin: string; isEmbedded: boolean }

/** Returns what the bytes state (WebAuthn §5.8.1); undefined if they are malformed. */
export function readClientData(bytes: Uint8Array): ClientData | undefined {
  const { type, challenge, origin, crossOrigin, topOrigin } = fieldsOf(bytes)
  if (typeof type !== 'string' || typeof challenge !== 'string' || typeof origin !== 'string') return undefined
  // A page of another site that embeds a page of this one could make the user sign what they do not see.
  return { type, challenge, origin, isEmbedded: (crossOrigin ?? false) !== false || topOrigin !== undefined }
}

function fieldsOf(bytes: Uint8Array): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(strictUtf8.decode(bytes))
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** Returns the bytes of a text in base64url; undefined if it is malformed. */
export const bytesOf = (base64url: string): Uint8Array | undefined =>
  // `Buffer` itself ignores other characters.
  /^[\w-]*$/.test(base64url) && base64url.length % 4 !== 1 ? Buffer.from(base64url, 'base64url') : undefined

export const base64urlOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
