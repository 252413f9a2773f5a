import { realmNumber } from '../../realm/settings/realm-number'

/** Returns the key of a picture in R2. */
export const pictureKey = (token: string): string => `pictures/${token}`

/** Returns the key of the still image of an animated picture in R2. */
export const stillKey = (token: string): string => `pictures/${token}-still`

/** Returns the key of the larger version of an avatar in R2. */
export const mediumKey = (token: string): string => `pictures/${token}-medium`

/** Returns the URL of a picture. Only the token identifies it: `folder` and `extension` are for readers of the URL. */
export const pictureUrl = (realm: { name: string }, folder: string, token: string, extension: string): string =>
  `/user_avatars/${realmNumber(realm)}/${folder}${token}.${extension}`
