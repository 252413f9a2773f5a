import type { Realm } from '../../../realm'
import { uploadTookTooLong } from '../../realm/files/errors'
import { cancelFileDeletion, deleteFileLater, scheduleFileDeletion } from '../../realm/files/storage'
import { pictureKey, stillKey } from './picture'

// Browsers load pictures without credentials, so every client that has the URL sees the picture: tokens cannot be guessed.
const TOKEN_LENGTH = 30
const UPLOAD_SECONDS = 3600

/** Returns the token under which the Worker may store a picture and its still image. Unused files are deleted later. */
export function beginPictureUpload(realm: Realm): string {
  const token = realm.randomKey(TOKEN_LENGTH)
  for (const key of [pictureKey(token), stillKey(token)]) scheduleFileDeletion(realm, key, realm.now() + UPLOAD_SECONDS)
  return token
}

/** Keeps a picture that the Worker stored. Throws `uploadTookTooLong` if R2 may have deleted it already. */
export function finishPictureUpload(realm: Realm, token: string): void {
  const areKept = [pictureKey(token), stillKey(token)].map((key) => cancelFileDeletion(realm, key))
  if (areKept.includes(false)) throw uploadTookTooLong({})
}

export function deletePicture(realm: Realm, token: string): void {
  for (const key of [pictureKey(token), stillKey(token)]) deleteFileLater(realm, key)
}
