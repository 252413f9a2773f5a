import type { Realm } from '../../../realm'
import { realmNumber } from '../../realm/settings/realm-number'
import { uploadTookTooLong } from '../../realm/files/errors'
import { doom, spare } from '../../realm/files/storage'

/** Letters that nobody guesses: pictures are shown to whoever has their address, as pages cannot log in for each. */
const TOKEN_LETTERS = 30
const UPLOAD_SECONDS = 3600

export const pictureKey = (token: string): string => `pictures/${token}`
export const stillKey = (token: string): string => `pictures/${token}-still`

/** Where the edge may put a picture, and a still of it. What does not arrive is doomed already. */
export function beginPicture(realm: Realm): string {
  const token = realm.randomKey(TOKEN_LETTERS)
  for (const key of [pictureKey(token), stillKey(token)]) doom(realm, key, realm.now() + UPLOAD_SECONDS)
  return token
}

/** It arrived, and there is a use for it. */
export function keepPicture(realm: Realm, token: string): void {
  const areThere = [pictureKey(token), stillKey(token)].map((key) => spare(realm, key))
  if (areThere.includes(false)) throw uploadTookTooLong({})
}

export function dropPicture(realm: Realm, token: string): void {
  for (const key of [pictureKey(token), stillKey(token)]) doom(realm, key, realm.now())
}

/** The address of a picture: what is before and after its letters is for people to see what it is. */
export const pictureAddress = (realm: Realm, folder: string, token: string, ending: string): string =>
  `/user_avatars/${realmNumber(realm)}/${folder}${token}.${ending}`
