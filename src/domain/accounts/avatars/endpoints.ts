import * as v from 'valibot'
import { files, integer, shortText } from '../../../api/params'
import { redirectTo } from '../../../api/respond'
import { endpoint } from '../../../edge'
import type { Realm } from '../../../realm'
import { filesUnavailable } from '../../../store/files'
import { fileDoesNotExist, uploadTookTooLong } from '../../realm/files/errors'
import { PICTURE_BODY_LIMIT, pictureErrors } from '../../customization/pictures/rules'
import { storeStill } from '../../customization/pictures/store-picture'
import { admitsSpectators } from '../../realm/settings/spectators'
import { readers, anyUser } from '../../people/users/callers'
import { maybeUserKnownAs } from '../../people/users/known-as'
import { canKnowOf } from '../../people/users/sight'
import { mediumPictureInPublic, mediumPictureUrl, pictureInPublic, pictureUrl } from '../../people/users/profile'
import { readerAsking } from '../../people/users/spectator'
import { maybeUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { beginChangingAvatar, changeAvatar, removeAvatar } from './actions'
import { avatarsMayNotChange, oneAvatarOnly } from './rules'

export const uploadAvatar = endpoint.twoStep({
  route: 'POST /users/me/avatar',
  summary: 'Upload your own avatar, as the one file of a form.',
  caller: anyUser,
  params: { file: files() },
  bodyLimit: PICTURE_BODY_LIMIT,
  returns: { avatar_url: v.string() },
  errors: [oneAvatarOnly, filesUnavailable, avatarsMayNotChange, uploadTookTooLong, ...pictureErrors],
  // The picture stays in the Worker.
  prepare: () => ({ file: [] }),
  decide: (realm, actor) => ({ begun: beginChangingAvatar(realm, actor) }),
  work: async (edge, picture, { file }) => {
    await storeStill(edge, picture, { files: file, refusal: oneAvatarOnly({}) })
    return { picture }
  },
  finish: (realm, actor, { picture }) => ({ avatar_url: changeAvatar(realm, actor, picture) }),
})

export const deleteAvatar = endpoint.decision({
  route: 'DELETE /users/me/avatar',
  summary: 'Show the picture that goes with your address again.',
  caller: anyUser,
  params: {},
  returns: { avatar_url: v.string() },
  errors: [avatarsMayNotChange],
  decide: (realm, actor) => ({ avatar_url: removeAvatar(realm, actor) }),
})

/** Those without an account ask by numbers, and not by addresses. Nobody is shown whom they may not know. */
function personAt(realm: Realm, viewer: User | undefined, who: { user_id: number } | { email: string }): User {
  if (viewer === undefined && !admitsSpectators(realm)) throw fileDoesNotExist({})
  const byId = 'user_id' in who ? maybeUser(realm, who.user_id) : undefined
  const found = byId ?? (viewer && 'email' in who ? maybeUserKnownAs(realm, viewer, who.email) : undefined)
  if (found === undefined || !canKnowOf(realm, readerAsking(realm, viewer), found)) throw fileDoesNotExist({})
  return found
}

const pictureFor = (realm: Realm, viewer: User | undefined, user: User) =>
  viewer ? pictureUrl(user) : pictureInPublic(realm, user)
const mediumPictureFor = (realm: Realm, viewer: User | undefined, user: User) =>
  viewer ? mediumPictureUrl(user) : mediumPictureInPublic(realm, user)

export const getAvatar = endpoint.file({
  route: 'GET site:/avatar/:user_id',
  summary: 'Where the picture of somebody is.',
  caller: readers,
  params: { user_id: integer() },
  errors: [fileDoesNotExist],
  decide: (realm, viewer, who) => pictureFor(realm, viewer, personAt(realm, viewer, who)),
  serve: (_, url) => redirectTo(url),
})

export const getMediumAvatar = endpoint.file({
  route: 'GET site:/avatar/:user_id/medium',
  summary: 'Where a larger picture of somebody is.',
  caller: readers,
  params: { user_id: integer() },
  errors: [fileDoesNotExist],
  decide: (realm, viewer, who) => mediumPictureFor(realm, viewer, personAt(realm, viewer, who)),
  serve: (_, url) => redirectTo(url),
})

export const getAvatarByEmail = endpoint.file({
  route: 'GET site:/avatar/:email',
  summary: 'Where the picture of somebody is, by an address that you may know.',
  caller: readers,
  params: { email: shortText() },
  errors: [fileDoesNotExist],
  decide: (realm, viewer, who) => pictureFor(realm, viewer, personAt(realm, viewer, who)),
  serve: (_, url) => redirectTo(url),
})

export const getMediumAvatarByEmail = endpoint.file({
  route: 'GET site:/avatar/:email/medium',
  summary: 'Where a larger picture of somebody is, by an address that you may know.',
  caller: readers,
  params: { email: shortText() },
  errors: [fileDoesNotExist],
  decide: (realm, viewer, who) => mediumPictureFor(realm, viewer, personAt(realm, viewer, who)),
  serve: (_, url) => redirectTo(url),
})
