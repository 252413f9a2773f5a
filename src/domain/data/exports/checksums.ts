import type { Realm } from '../../../realm'
import { MEBIBYTE } from '../../../store/memory-size'
import type { IncludedFile } from './archive'
import type { StoredChecksum } from './checksum-storage'
import type { FileToInclude } from './part'
import { addBytes, finish, FIRST_STATE, type Sha256State } from './sha256-rules'

/** Reading larger files would need more time than a batch has. */
const MAX_CHECKED_BYTES = 256 * MEBIBYTE
/** How much of a larger file one batch reads. */
const BYTES_PER_BATCH = 32 * MEBIBYTE
const FILES_AT_A_TIME = 6

export async function sha256Of(bytes: Uint8Array): Promise<string> {
  return hexOf(await crypto.subtle.digest('SHA-256', bytes))
}

/** A large file whose checksum is not complete. */
export type Unmeasured = { key: string; size: number; stored: StoredChecksum | undefined }

type Sized = FileToInclude & { size: number }

/**
 * Returns the files with their sizes and checksums, or the first large file whose checksum is not complete. A file that R2 does
 * not have is left out.
 */
export async function measured(
  realm: Realm,
  files: readonly FileToInclude[],
  large: ReadonlyMap<string, StoredChecksum>,
): Promise<{ files: IncludedFile[]; unmeasured?: Unmeasured }> {
  const sized = await inBatches(files, async (file): Promise<Sized[]> => {
    const size = (await realm.files.head(file.key))?.size
    return size === undefined ? [] : [{ ...file, size }]
  })
  const next = sized.find(({ key, size }) => size > MAX_CHECKED_BYTES && !large.get(key)?.sha256)
  if (next) return { files: [], unmeasured: { key: next.key, size: next.size, stored: large.get(next.key) } }
  return { files: await inBatches(sized, (file) => measure(realm, file, large.get(file.key)?.sha256)) }
}

async function inBatches<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result[]>,
): Promise<Result[]> {
  const found: Result[] = []
  for (let from = 0; from < items.length; from += FILES_AT_A_TIME)
    found.push(...(await Promise.all(items.slice(from, from + FILES_AT_A_TIME).map(act))).flat())
  return found
}

async function measure(realm: Realm, file: Sized, stated: string | undefined): Promise<IncludedFile[]> {
  if (file.size > MAX_CHECKED_BYTES && stated) return [{ ...file, sha256: stated }]
  const object = await realm.files.get(file.key)
  if (object === undefined) return []
  const digest = new crypto.DigestStream('SHA-256')
  await object.body.pipeTo(digest)
  return [{ ...file, sha256: hexOf(await digest.digest) }]
}

/** Reads the next bytes of a large file. Throws if R2 does not have them: a later batch asks again whether the file exists. */
export async function continueChecksum(realm: Realm, { key, size, stored }: Unmeasured): Promise<StoredChecksum> {
  const from = stored?.position ?? 0
  const length = Math.min(BYTES_PER_BATCH, size - from)
  const object = await realm.files.get(key, { range: { offset: from, length } })
  if (object === undefined) throw new Error('A file of an export was deleted')
  let state: Sha256State = stored ? JSON.parse(stored.state) : FIRST_STATE
  for await (const chunk of object.body) state = addBytes(state, chunk)
  const position = from + length
  return { key, position, state: JSON.stringify(state), sha256: position === size ? finish(state) : '' }
}

export const hexOf = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
