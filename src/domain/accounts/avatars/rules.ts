import { badRequest } from '../../../api/errors'

export const oneAvatarOnly = badRequest(() => 'You must upload exactly one avatar.')
export const avatarsMayNotChange = badRequest(() => 'Avatar changes are disabled in this organization.')

/** The letters of an uploaded picture's address; what stands before them is the realm's number. */
export const pictureIn = (avatar_hash: string): string => avatar_hash.slice(avatar_hash.lastIndexOf('/') + 1)
