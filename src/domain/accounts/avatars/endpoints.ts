import * as v from 'valibot'
import { files, integer, shortText } from '../../../api/params'
import { redirectTo } from '../../../api/respond'
import { endpoint } from '../../../edge'
import type { ReadOnlyRealm } from '../../../realm'
import { filesUnavailable } from '../../../store/files'
import { fileDoesNotExist, uploadTookTooLong } from '../../realm/files/errors'
import { MAX_PICTURE_BODY_BYTES, pictureErrors } from '../../customization/pictures/rules'
import { storeAvatar } from '../../customization/pictures/store-picture'
import { admitsSpectators } from '../../realm/settings/spectators'
import { readers, anyUser } from '../../people/users/callers'
import { findVisibleUserByEmail } from '../../people/users/find-visible-user'
import { canSeeUser } from '../../people/users/visible-users'
import { requireReader } from '../../people/users/spectator'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { startAvatarUpload, changeOwnAvatar, removeOwnAvatar } from './actions'
import { avatarChangesDisabled, exactlyOneAvatar } from './rules'
import { publicMediumAvatarUrl, mediumAvatarUrl, publicAvatarUrl, avatarUrl } from '../../people/users/avatar'

export const uploadAvatar = endpoint.twoStep({
  route: 'POST /users/me/avatar',
  summary: 'Upload your own avatar, as the only file of a form.',
  caller: anyUser,
  params: { file: files() },
  bodyLimit: MAX_PICTURE_BODY_BYTES,
  returns: { avatar_url: v.string() },
  errors: [exactlyOneAvatar, filesUnavailable, avatarChangesDisabled, uploadTookTooLong, ...pictureErrors],
  // The picture stays in the Worker.
  prepare: () => ({ file: [] }),
  decide: (realm, actor) => ({ begun: startAvatarUpload(realm, actor) }),
  work: async (edge, upload, { file }) => {
    await storeAvatar(edge, upload, { files: file, refusal: exactlyOneAvatar({}) })
    return { picture: upload.token }
  },
  finish: (realm, actor, { picture }) => ({ avatar_url: changeOwnAvatar(realm, actor, picture) }),
})

export const deleteAvatar = endpoint.decision({
  route: 'DELETE /users/me/avatar',
  summary: 'Delete your avatar. Clients then show the picture that follows from your email address.',
  caller: anyUser,
  params: {},
  returns: { avatar_url: v.string() },
  errors: [avatarChangesDisabled],
  decide: (realm, actor) => ({ avatar_url: removeOwnAvatar(realm, actor) }),
})

/** Returns a user whom the viewer can see. Throws for all others. Spectators have no right to look up email addresses. */
function getVisibleUser(
  realm: ReadOnlyRealm,
  viewer: User | undefined,
  params: { user_id: number } | { email: string },
): User {
  if (viewer === undefined && !admitsSpectators(realm)) throw fileDoesNotExist({})
  const byId = 'user_id' in params ? findUser(realm, params.user_id) : undefined
  const user = byId ?? (viewer && 'email' in params ? findVisibleUserByEmail(realm, viewer, params.email) : undefined)
  if (user === undefined || !canSeeUser(realm, requireReader(realm, viewer), user)) throw fileDoesNotExist({})
  return user
}

const avatarUrlFor = (realm: ReadOnlyRealm, viewer: User | undefined, user: User) =>
  viewer ? avatarUrl(user) : publicAvatarUrl(realm, user)
const mediumAvatarUrlFor = (realm: ReadOnlyRealm, viewer: User | undefined, user: User) =>
  viewer ? mediumAvatarUrl(user) : publicMediumAvatarUrl(realm, user)

export const getAvatar = endpoint.file({
  route: 'GET site:/avatar/:user_id',
  summary: 'Get the address of a user’s avatar, as a redirect.',
  caller: readers,
  isPartOfPages: true,
  params: { user_id: integer() },
  errors: [fileDoesNotExist],
  decide: (realm, viewer, params) => avatarUrlFor(realm, viewer, getVisibleUser(realm, viewer, params)),
  serve: (_, url) => redirectTo(url),
})

export const getMediumAvatar = endpoint.file({
  route: 'GET site:/avatar/:user_id/medium',
  summary: 'Get the address of a user’s larger avatar, as a redirect.',
  caller: readers,
  isPartOfPages: true,
  params: { user_id: integer() },
  errors: [fileDoesNotExist],
  decide: (realm, viewer, params) => mediumAvatarUrlFor(realm, viewer, getVisibleUser(realm, viewer, params)),
  serve: (_, url) => redirectTo(url),
})

export const getAvatarByEmail = endpoint.file({
  route: 'GET site:/avatar/:email',
  summary: 'Get the address of a user’s avatar by an email address that you can see, as a redirect.',
  caller: readers,
  isPartOfPages: true,
  params: { email: shortText() },
  errors: [fileDoesNotExist],
  decide: (realm, viewer, params) => avatarUrlFor(realm, viewer, getVisibleUser(realm, viewer, params)),
  serve: (_, url) => redirectTo(url),
})

export const getMediumAvatarByEmail = endpoint.file({
  route: 'GET site:/avatar/:email/medium',
  summary: 'Get the address of a user’s larger avatar by an email address that you can see, as a redirect.',
  caller: readers,
  isPartOfPages: true,
  params: { email: shortText() },
  errors: [fileDoesNotExist],
  decide: (realm, viewer, params) => mediumAvatarUrlFor(realm, viewer, getVisibleUser(realm, viewer, params)),
  serve: (_, url) => redirectTo(url),
})
