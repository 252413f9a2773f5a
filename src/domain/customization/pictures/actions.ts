import type { Realm } from '../../../realm'
import type { User } from '../../people/users/user'
import { uploadTookTooLong } from '../../realm/files/errors'
import { cancelFileDeletion, deleteFileLater, scheduleFileDeletion } from '../../realm/files/storage'
import { mediumKey, pictureKey, stillKey } from './picture'

// Browsers load pictures without credentials, so every client that has the URL sees the picture: tokens cannot be guessed.
const TOKEN_LENGTH = 30
const UPLOAD_SECONDS = 3600

const keysOf = (token: string) => [pictureKey(token), stillKey(token), mediumKey(token)]

/** A picture that the Worker receives: the token under which it stores the files, and the account in whose turn it makes them. */
export type PictureUpload = { token: string; user_id: number }

/** Returns where the Worker may store a picture, its still image and its larger version. Unused files are deleted later. */
export function beginPictureUpload(realm: Realm, { user_id }: User): PictureUpload {
  const token = realm.randomKey(TOKEN_LENGTH)
  for (const key of keysOf(token)) scheduleFileDeletion(realm, key, realm.now() + UPLOAD_SECONDS)
  return { token, user_id }
}

/** Keeps a picture that the Worker stored. Throws `uploadTookTooLong` if R2 may have deleted it already. */
export function finishPictureUpload(realm: Realm, token: string): void {
  const areKept = keysOf(token).map((key) => cancelFileDeletion(realm, key))
  if (areKept.includes(false)) throw uploadTookTooLong({})
}

export function deletePicture(realm: Realm, token: string): void {
  for (const key of keysOf(token)) deleteFileLater(realm, key)
}
