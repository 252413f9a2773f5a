import type { Realm } from '../../../realm'
import { MEBIBYTE } from '../../../store/memory-size'
import type { IncludedFile } from './archive'
import type { FileToInclude } from './part'

/** Larger files have no checksum: reading them would need more time than a batch has. */
const CHECKED_BYTES_MAX = 256 * MEBIBYTE
const FILES_AT_A_TIME = 6

export async function sha256Of(bytes: Uint8Array): Promise<string> {
  return hexOf(await crypto.subtle.digest('SHA-256', bytes))
}

/** Returns the files with their sizes and checksums. A file that R2 does not have is left out. */
export async function measured(realm: Realm, files: readonly FileToInclude[]): Promise<IncludedFile[]> {
  const found: IncludedFile[] = []
  for (let from = 0; from < files.length; from += FILES_AT_A_TIME) {
    const batch = files.slice(from, from + FILES_AT_A_TIME)
    found.push(...(await Promise.all(batch.map((file) => measure(realm, file)))).flat())
  }
  return found
}

async function measure(realm: Realm, file: FileToInclude): Promise<IncludedFile[]> {
  const stored = await realm.files.head(file.key)
  if (stored === undefined) return []
  const { size } = stored
  if (size > CHECKED_BYTES_MAX) return [{ ...file, size, sha256: null }]
  const object = await realm.files.get(file.key)
  if (object === undefined) return []
  const digest = new crypto.DigestStream('SHA-256')
  await object.body.pipeTo(digest)
  return [{ ...file, size, sha256: hexOf(await digest.digest) }]
}

export const hexOf = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
