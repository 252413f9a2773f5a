import type { Realm } from '../../../realm'
import { waitingForDeletion } from '../../realm/files/storage'
import { sha256Of, hexOf } from '../exports/checksums'

/** The bucket for copies, in a realm of a deployment that has one. */
export const bucketOf = ({ backups }: Realm): R2Bucket => {
  if (backups === undefined) throw new Error('The deployment has no bucket for copies')
  return backups
}

const FILES = 'files/'
const HEADS_PER_PAGE = 100

/** Stores a text in the bucket. Returns its size and its checksum. */
export async function storeText(realm: Realm, name: string, text: string): Promise<{ bytes: number; sha256: string }> {
  const bytes = new TextEncoder().encode(text)
  await bucketOf(realm).put(`${realm.name}/${name}`, bytes)
  return { bytes: bytes.length, sha256: await sha256Of(bytes) }
}

/** Copies a file of the realm, unless the bucket has it: files never change. Returns its size and its checksum. */
export async function storeFile(realm: Realm, key: string): Promise<{ bytes: number; sha256: string } | undefined> {
  const name = `${realm.name}/${FILES}${key}`
  const existing = await bucketOf(realm).head(name)
  const stated = existing?.customMetadata?.sha256
  if (existing && stated !== undefined) return { bytes: existing.size, sha256: stated }
  const read = await realm.files.get(key)
  if (read === undefined) return undefined
  const digest = new crypto.DigestStream('SHA-256')
  await read.body.pipeTo(digest)
  const hash = await digest.digest
  const copied = await realm.files.get(key)
  if (copied === undefined) return undefined
  const sha256 = hexOf(hash)
  // R2 refuses the file if its hash differs.
  await bucketOf(realm).put(name, copied.body, { sha256: hash, customMetadata: { sha256 } })
  return { bytes: copied.size, sha256 }
}

/** Deletes objects whose names begin with a prefix: one page of them. Returns whether there were any. */
export async function deleteObjects(backups: R2Bucket, prefix: string): Promise<boolean> {
  const { objects } = await backups.list({ prefix })
  if (objects.length > 0) await backups.delete(objects.map(({ key }) => key))
  return objects.length > 0
}

/** Returns the keys of a page of copied files that the realm no longer has, and where the list continues. */
export async function absentFiles(
  realm: Realm,
  cursor: string | undefined,
): Promise<{ absent: string[]; next: string | undefined }> {
  const prefix = `${realm.name}/${FILES}`
  const page = await bucketOf(realm).list({
    prefix,
    limit: HEADS_PER_PAGE,
    ...(cursor === undefined ? {} : { cursor }),
  })
  const absent = await withoutFile(
    realm,
    page.objects.map(({ key }) => key.slice(prefix.length)),
  )
  return { absent, next: page.truncated ? page.cursor : undefined }
}

/** Deletes the copies of files, unless the realm has the file again. */
export async function deleteCopiedFiles(realm: Realm, keys: readonly string[]): Promise<void> {
  const absent = await withoutFile(realm, keys)
  if (absent.length > 0) await bucketOf(realm).delete(absent.map((key) => `${realm.name}/${FILES}${key}`))
}

/** Returns the keys whose files are not in the bucket of files, or wait there for their deletion. */
async function withoutFile(realm: Realm, keys: readonly string[]): Promise<string[]> {
  const waiting = waitingForDeletion(realm.sql, keys)
  const absent: string[] = []
  for (const key of keys) if (waiting.has(key) || (await realm.files.head(key)) === undefined) absent.push(key)
  return absent
}
