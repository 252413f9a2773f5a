import * as v from 'valibot'
import { boolean, files } from '../../../api/params'
import { redirects, redirectTo } from '../../../api/respond'
import { endpoint } from '../../../edge'
import { filesUnavailable } from '../../../store/files'
import { uploadTookTooLong } from '../../realm/files/errors'
import { svgResponse } from '../../realm/files/static-responses'
import { MAX_PICTURE_BODY_BYTES, pictureErrors } from '../pictures/rules'
import { beginPictureUpload } from '../pictures/actions'
import { storeRealmPicture } from '../pictures/store-picture'
import { administrators, anyone, anyUser } from '../../people/users/callers'
import { setRealmPicture, removeRealmPicture } from './actions'
import { logoKind, oneIconOnly, oneLogoOnly } from './rules'
import { DEFAULT_LOGO_SVG } from './default-logo'
import { DEFAULT_LOGO_PATH, realmPictureLocation } from './locations'

const finishErrors = [uploadTookTooLong, filesUnavailable]

export const getIcon = endpoint.file({
  route: 'GET /realm/icon',
  summary: 'Get the icon of the organization.',
  caller: anyUser,
  isPartOfPages: true,
  params: {},
  errors: [],
  decide: (realm) => realmPictureLocation(realm, 'icon').url,
  serves: redirects('The icon.'),
  serve: (_, url) => redirectTo(url),
})

export const uploadIcon = endpoint.twoStep({
  route: 'POST /realm/icon',
  summary: 'Upload an icon of the organization. The form has one picture.',
  caller: administrators,
  params: { file: files() },
  bodyLimit: MAX_PICTURE_BODY_BYTES,
  returns: { icon_url: v.string() },
  errors: [oneIconOnly, ...pictureErrors, ...finishErrors],
  // Only the Worker needs the picture.
  prepare: () => ({ file: [] }),
  decide: (realm, actor) => ({ begun: beginPictureUpload(realm, actor) }),
  work: async (edge, upload, { file }) => {
    await storeRealmPicture(edge, upload, { kind: 'icon', files: file, refusal: oneIconOnly({}) })
    return { picture: upload.token }
  },
  finish: (realm, _, { picture }) => {
    setRealmPicture(realm, 'icon', picture)
    return { icon_url: realmPictureLocation(realm, 'icon').url }
  },
})

export const deleteIcon = endpoint.decision({
  route: 'DELETE /realm/icon',
  summary: 'Restore the default icon of the organization.',
  caller: administrators,
  params: {},
  returns: { icon_url: v.string() },
  errors: [],
  decide: (realm) => {
    removeRealmPicture(realm, 'icon')
    return { icon_url: realmPictureLocation(realm, 'icon').url }
  },
})

export const getLogo = endpoint.file({
  route: 'GET /realm/logo',
  summary: 'Get the logo of the organization, for light or for dark themes.',
  caller: anyUser,
  isPartOfPages: true,
  params: { night: boolean() },
  errors: [],
  decide: (realm, _, { night }) => realmPictureLocation(realm, logoKind(night)).url,
  serves: redirects('The logo.'),
  serve: (_, url) => redirectTo(url),
})

export const uploadLogo = endpoint.twoStep({
  route: 'POST /realm/logo',
  summary: 'Upload a logo of the organization, for light or for dark themes. The form has one picture.',
  caller: administrators,
  params: { night: boolean(), file: files() },
  bodyLimit: MAX_PICTURE_BODY_BYTES,
  returns: {},
  errors: [oneLogoOnly, ...pictureErrors, ...finishErrors],
  prepare: () => ({ file: [] }),
  decide: (realm, actor) => ({ begun: beginPictureUpload(realm, actor) }),
  work: async (edge, upload, { night, file }) => {
    await storeRealmPicture(edge, upload, { kind: 'logo', files: file, refusal: oneLogoOnly({}) })
    return { night, picture: upload.token }
  },
  finish: (realm, _, { night, picture }) => setRealmPicture(realm, logoKind(night), picture),
})

export const deleteLogo = endpoint.decision({
  route: 'DELETE /realm/logo',
  summary: 'Restore a default logo of the organization.',
  caller: administrators,
  params: { night: boolean() },
  returns: {},
  errors: [],
  decide: (realm, _, { night }) => removeRealmPicture(realm, logoKind(night)),
})

export const getDefaultLogo = endpoint.public({
  route: `GET site:${DEFAULT_LOGO_PATH}`,
  summary: 'Get the default logo.',
  caller: anyone,
  params: {},
  errors: [],
  serve: () => svgResponse(DEFAULT_LOGO_SVG),
})
