import { createHmac } from 'node:crypto'
import { badRequest, forbidden } from '../../../api/errors'
import { sameSecret } from '../../../api/callers'
import { isMediaType } from '../../realm/files/content-types'

export const invalidExternalContent = forbidden(() => 'This address of a file on another site is not valid.')
export const externalContentUnavailable = badRequest(
  () => 'The other site did not return a picture, a sound or a film.',
)

/** Only addresses that the server itself has signed are fetched. Each realm has another secret. */
const digestOf = (secret: string, url: string): string =>
  createHmac('sha256', secret).update(`external_content ${url}`).digest('hex').slice(0, DIGEST_CHARACTERS)

const DIGEST_CHARACTERS = 32

/** Returns the address of this server at which it serves a file of another site. */
export const externalContentPath = (secret: string, url: string): string =>
  `/external_content/${digestOf(secret, url)}/${Buffer.from(url).toString('hex')}`

/** Returns the address on the other site; undefined if the digest is not that of this realm. */
export function findSignedUrl(secret: string, digest: string, hex: string): string | undefined {
  if (!/^(?:[0-9a-f]{2})+$/.test(hex)) return undefined
  const url = Buffer.from(hex, 'hex').toString()
  return sameSecret(digest, digestOf(secret, url)) ? url : undefined
}

/** The types that are served. None of them can contain a script, and no other type is shown in a page. */
const PICTURES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

export const isMedia = (type: string): boolean => isMediaType(type) || type === 'video/quicktime'

/** Returns whether a picture is served. Its first bytes must have the type that the other site states: `read` is what they say. */
export function isServedPicture(type: string, head: Uint8Array, read: string | undefined): boolean {
  if (!PICTURES.has(type)) return false
  return type === 'image/avif' ? /^ftypavi[fs]/.test(String.fromCharCode(...head.subarray(4, 12))) : read === type
}

/** A film arrives in parts of this size. A browser asks for the next one. */
const PART_BYTES = 4 * 1024 * 1024

/** Returns the `Range` header for the other site, from that of the client: one range, of at most one part. */
export function partOf(range: string | null): string | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range?.trim() ?? '') ?? []
  if (first === '') return last === '' ? undefined : `bytes=-${Math.min(Number(last), PART_BYTES)}`
  const end = Number(first) + PART_BYTES - 1
  return `bytes=${first}-${last === '' ? end : Math.min(Number(last), end)}`
}
