import * as v from 'valibot'
import { boolean, files } from '../../../api/params'
import { redirects, redirectTo } from '../../../api/respond'
import { endpoint } from '../../../edge'
import { filesUnavailable } from '../../../store/files'
import { uploadTookTooLong } from '../../realm/files/errors'
import { drawing } from '../../realm/files/of-the-server'
import { PICTURE_BODY_LIMIT, pictureErrors } from '../pictures/rules'
import { beginPicture } from '../pictures/pictures'
import { storeStill } from '../pictures/store-picture'
import { administrators, anyone, anyUser } from '../../people/users/callers'
import { changeRealmPicture, removeRealmPicture } from './actions'
import { logoFor, oneIconOnly, oneLogoOnly } from './rules'
import { OUR_LOGO_DRAWN } from './our-logo'
import { OUR_LOGO, pictureShown } from './shown'

const finishErrors = [uploadTookTooLong, filesUnavailable]

export const getIcon = endpoint.file({
  route: 'GET /realm/icon',
  summary: 'Where the organization’s icon is.',
  caller: anyUser,
  params: {},
  errors: [],
  decide: (realm) => pictureShown(realm, 'icon').url,
  serves: redirects('The icon.'),
  serve: (_, url) => redirectTo(url),
})

export const uploadIcon = endpoint.twoStep({
  route: 'POST /realm/icon',
  summary: 'Give the organization an icon of its own, the one picture of a form.',
  caller: administrators,
  params: { file: files() },
  bodyLimit: PICTURE_BODY_LIMIT,
  returns: { icon_url: v.string() },
  errors: [oneIconOnly, ...pictureErrors, ...finishErrors],
  // The picture stays in the Worker.
  prepare: () => ({ file: [] }),
  decide: (realm) => ({ begun: beginPicture(realm) }),
  work: async (edge, picture, { file }) => {
    await storeStill(edge, picture, { files: file, refusal: oneIconOnly({}) })
    return { picture }
  },
  finish: (realm, _, { picture }) => {
    changeRealmPicture(realm, 'icon', picture)
    return { icon_url: pictureShown(realm, 'icon').url }
  },
})

export const deleteIcon = endpoint.decision({
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

export const getLogo = endpoint.file({
  route: 'GET /realm/logo',
  summary: 'Where the organization’s logo is, for the day or for the night.',
  caller: anyUser,
  params: { night: boolean() },
  errors: [],
  decide: (realm, _, { night }) => pictureShown(realm, logoFor(night)).url,
  serves: redirects('The logo.'),
  serve: (_, url) => redirectTo(url),
})

export const uploadLogo = endpoint.twoStep({
  route: 'POST /realm/logo',
  summary: 'Give the organization a logo of its own, for the day or for the night.',
  caller: administrators,
  params: { night: boolean(), file: files() },
  bodyLimit: PICTURE_BODY_LIMIT,
  returns: {},
  errors: [oneLogoOnly, ...pictureErrors, ...finishErrors],
  prepare: () => ({ file: [] }),
  decide: (realm) => ({ begun: beginPicture(realm) }),
  work: async (edge, picture, { night, file }) => {
    await storeStill(edge, picture, { files: file, refusal: oneLogoOnly({}) })
    return { night, picture }
  },
  finish: (realm, _, { night, picture }) => changeRealmPicture(realm, logoFor(night), picture),
})

export const deleteLogo = endpoint.decision({
  route: 'DELETE /realm/logo',
  summary: 'Take a logo of the organization’s own away.',
  caller: administrators,
  params: { night: boolean() },
  returns: {},
  errors: [],
  decide: (realm, _, { night }) => removeRealmPicture(realm, logoFor(night)),
})

export const getOurLogo = endpoint.public({
  route: `GET site:${OUR_LOGO}`,
  summary: 'The logo of organizations that have none of their own.',
  caller: anyone,
  params: {},
  errors: [],
  serve: () => drawing(OUR_LOGO_DRAWN),
})
