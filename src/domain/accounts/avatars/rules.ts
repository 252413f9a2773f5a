import { badRequest } from '../../../api/errors'

export const exactlyOneAvatar = badRequest(() => 'You must upload exactly one avatar.')
export const avatarChangesDisabled = badRequest(() => 'Avatar changes are disabled in this organization.')

/** Returns the id of an uploadFields picture from `avatar_hash`, which is the realm's number, a slash and this id. */
export const pictureIdOf = (avatar_hash: string): string => avatar_hash.slice(avatar_hash.lastIndexOf('/') + 1)
