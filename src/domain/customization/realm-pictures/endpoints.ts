import * as v from 'valibot'
import { boolean, files, oneOf } from '../../../api/params'
import { leadsTo, ledTo } from '../../../api/respond'
import { endpoint } from '../../../edge'
import { filesUnavailable } from '../../../store/files'
import { uploadTookTooLong } from '../../realm/files/errors'
import { drawing } from '../../realm/files/of-the-server'
import { PICTURE_BODY_LIMIT, pictureErrors } from '../pictures/rules'
import { beginPicture } from '../pictures/pictures'
import { storeStill } from '../pictures/store-picture'
import { administrators, anyone, anyUser, mustBeAdministrator, theEdge } from '../../people/users/callers'
import { changeRealmPicture, removeRealmPicture } from './actions'
import { logoFor, oneIconOnly, oneLogoOnly, REALM_PICTURES } from './rules'
import { OUR_LOGO_DRAWN } from './our-logo'
import { OUR_LOGO, pictureShown } from './shown'

const finishErrors = [uploadTookTooLong, filesUnavailable]

export const getIcon = endpoint({
  route: 'GET /realm/icon',
  summary: 'Where the organization’s icon is.',
  caller: anyUser,
  params: {},
  returns: {},
  errors: [],
  decide: (realm) => pictureShown(realm, 'icon').url,
  serves: leadsTo('The icon.'),
  serve: (_, url) => ledTo(url),
})

export const uploadIcon = endpoint({
  route: 'POST /realm/icon',
  summary: 'Give the organization an icon of its own, the one picture of a form.',
  caller: administrators,
  params: { file: files() },
  bodyLimit: PICTURE_BODY_LIMIT,
  returns: { icon_url: v.string() },
  errors: [oneIconOnly, ...pictureErrors, ...finishErrors],
  // The picture stays at the edge.
  prepare: () => ({ file: [] }),
  decide: (realm, { user_id }) => ({ user_id, kind: 'icon' as const, picture: beginPicture(realm) }),
  present: async (edge, begun, { file }) => {
    await storeStill(edge, begun.picture, { files: file, refusal: oneIconOnly({}) })
    const { url } = await edge.ask(finishChangingRealmPicture, begun)
    return { icon_url: url }
  },
})

export const deleteIcon = endpoint({
  route: 'DELETE /realm/icon',
  summary: 'Take the organization’s own icon away.',
  caller: administrators,
  params: {},
  returns: { icon_url: v.string() },
  errors: [],
  decide: (realm) => {
    removeRealmPicture(realm, 'icon')
    return { icon_url: pictureShown(realm, 'icon').url }
  },
})

export const getLogo = endpoint({
  route: 'GET /realm/logo',
  summary: 'Where the organization’s logo is, for the day or for the night.',
  caller: anyUser,
  params: { night: boolean() },
  returns: {},
  errors: [],
  decide: (realm, _, { night }) => pictureShown(realm, logoFor(night)).url,
  serves: leadsTo('The logo.'),
  serve: (_, url) => ledTo(url),
})

export const uploadLogo = endpoint({
  route: 'POST /realm/logo',
  summary: 'Give the organization a logo of its own, for the day or for the night.',
  caller: administrators,
  params: { night: boolean(), file: files() },
  bodyLimit: PICTURE_BODY_LIMIT,
  returns: {},
  errors: [oneLogoOnly, ...pictureErrors, ...finishErrors],
  prepare: () => ({ file: [] }),
  decide: (realm, { user_id }, { night }) => ({ user_id, kind: logoFor(night), picture: beginPicture(realm) }),
  present: async (edge, begun, { file }) => {
    await storeStill(edge, begun.picture, { files: file, refusal: oneLogoOnly({}) })
    await edge.ask(finishChangingRealmPicture, begun)
    return {}
  },
})

export const deleteLogo = endpoint({
  route: 'DELETE /realm/logo',
  summary: 'Take a logo of the organization’s own away.',
  caller: administrators,
  params: { night: boolean() },
  returns: {},
  errors: [],
  decide: (realm, _, { night }) => removeRealmPicture(realm, logoFor(night)),
})

export const finishChangingRealmPicture = endpoint({
  route: 'INNER /finish_changing_realm_picture',
  summary: 'Give the organization a picture that the edge has put away.',
  caller: theEdge,
  params: { user_id: v.number(), kind: oneOf(REALM_PICTURES), picture: v.string() },
  returns: { url: v.string() },
  errors: [mustBeAdministrator, uploadTookTooLong],
  decide: (realm, _, begun) => {
    changeRealmPicture(realm, begun)
    return { url: pictureShown(realm, begun.kind).url }
  },
})

export const getOurLogo = endpoint({
  route: `GET site:${OUR_LOGO}`,
  summary: 'The logo of organizations that have none of their own.',
  caller: anyone,
  params: {},
  returns: {},
  errors: [],
  isPublic: true,
  decide: () => undefined,
  serve: () => drawing(OUR_LOGO_DRAWN),
})
