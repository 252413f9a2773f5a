import * as v from 'valibot'
import { integer, oneOf, shortText, text } from '../../../api/params'
import { redirectTo } from '../../../api/respond'
import { endpoint, type Edge } from '../../../edge'
import { findLinkedMedia } from '../../../markdown/linked-media'
import { filesUnavailable } from '../../../store/files'
import { anyone, readers, anyUser } from '../../people/users/callers'
import { isImageType } from '../../realm/files/content-types'
import { fileDoesNotExist, notAuthorizedToViewFile } from '../../realm/files/errors'
import { serveFile, type ServedFile } from '../../realm/files/serving'
import { getReadableFile } from './access'
import { findLinkedPath, invalidFilename, invalidToken } from './rules'
import { getFileOfTemporaryUrl, temporaryUrl } from './temporary-links'

const pathParams = { realm_id_str: integer(), filename: shortText() }
const fileErrors = [fileDoesNotExist, notAuthorizedToViewFile, filesUnavailable]
type PathParams = { realm_id_str: number; filename: string }
const pathOf = ({ realm_id_str, filename }: PathParams) => `${realm_id_str}/${filename}`

export const getTemporaryLink = endpoint.decision({
  route: 'GET /user_uploads/:realm_id_str/:filename+',
  summary: 'Get a URL that serves a file without credentials for a minute.',
  caller: anyUser,
  params: pathParams,
  returns: { url: v.string() },
  errors: fileErrors,
  decide: (realm, actor, params) => ({ url: temporaryUrl(realm, getReadableFile(realm, actor, pathOf(params))) }),
})

export const getFile = endpoint.file({
  route: 'GET site:/user_uploads/:realm_id_str/:filename+',
  summary: 'Get a file, as its owner or as a user who can read a message with it.',
  agentScopes: ['messages:read'],
  caller: readers,
  params: pathParams,
  errors: fileErrors,
  decide: (realm, viewer, params): ServedFile => getReadableFile(realm, viewer, pathOf(params)),
  serve: (edge, file) => serveFile(edge, file),
})

export const downloadFile = endpoint.file({
  route: 'GET site:/user_uploads/download/:realm_id_str/:filename+',
  summary: 'Download a file. The browser saves it and does not show it.',
  caller: readers,
  params: pathParams,
  errors: fileErrors,
  decide: (realm, viewer, params): ServedFile => getReadableFile(realm, viewer, pathOf(params)),
  serve: (edge, file) => serveFile(edge, file, 'download'),
})

/** The server makes no thumbnails: the URL of a thumbnail serves the picture itself, unless it is very large. */
export const getThumbnail = endpoint.file({
  route: 'GET site:/user_uploads/thumbnail/:realm_id_str/:filename+',
  summary: 'Get an uploaded picture, as messages show it.',
  caller: readers,
  params: pathParams,
  errors: fileErrors,
  decide: (realm, viewer, { realm_id_str, filename }): ServedFile => {
    const path = /^(.+)\/\d+x\d+(?:-anim)?\.[a-z]+$/.exec(filename)?.[1]
    if (path === undefined) throw fileDoesNotExist({})
    return getReadableFile(realm, viewer, `${realm_id_str}/${path}`)
  },
  serve: (edge, file) => servePicture(edge, file),
})

export const getTemporaryFile = endpoint.file({
  route: 'GET site:/user_uploads/temporary/:token/:filename',
  summary: 'Get a file by its temporary URL, which is valid for a minute.',
  caller: anyone,
  params: { token: shortText(), filename: shortText() },
  errors: [invalidToken, invalidFilename, fileDoesNotExist, filesUnavailable],
  decide: (realm, _, { token, filename }): ServedFile => getFileOfTemporaryUrl(realm, token, filename),
  serve: (edge, file) => serveFile(edge, file, 'temporary link'),
})

const PICTURE_BYTES_MAX = 20 * 1024 * 1024

function servePicture(edge: Edge, file: ServedFile): Promise<Response> {
  if (!isImageType(file.content_type) || file.size > PICTURE_BYTES_MAX) throw fileDoesNotExist({})
  return serveFile(edge, file)
}

/**
 * Messages show a linked picture by this URL. It redirects to a file of this realm, which checks the permission again, or to
 * a picture of another site. Spectators get no redirect to other sites.
 */
export const getLinkedPicture = endpoint.file({
  route: 'GET site:/thumbnail',
  summary: 'Get a picture to which a message links.',
  caller: readers,
  params: { url: text(4000), size: oneOf(['full', 'thumbnail']) },
  errors: fileErrors,
  decide: (realm, viewer, { url }) => {
    const upload = /^\/?user_uploads\/([^?#]+)$/.exec(url)?.[1]
    const path_id = upload === undefined ? undefined : findLinkedPath(upload)
    if (path_id !== undefined) return { isUpload: true, location: getReadableFile(realm, viewer, path_id).path_id }
    const location = viewer && findExternalPicture(url)
    if (location === undefined) throw notAuthorizedToViewFile({})
    return { isUpload: false, location }
  },
  serve: ({ request }, { isUpload, location }, { size }) => {
    // The redirect to another site is only for images in a page. A link could lead a user to a phishing site.
    if (!isUpload && request.headers.get('sec-fetch-mode') === 'navigate') throw notAuthorizedToViewFile({})
    return redirectTo(isUpload ? uploadUrl(location, size) : location)
  },
})

function uploadUrl(path_id: string, size: 'full' | 'thumbnail'): string {
  const path = path_id.split('/').map(encodeURIComponent).join('/')
  return size === 'full' ? `/user_uploads/${path}` : `/user_uploads/thumbnail/${path}/840x560.webp`
}

/** Returns the URL of a picture of another site. Builds it from its parsed parts, so that browsers parse it in the same way. */
function findExternalPicture(url: string): string | undefined {
  if (!/^https?:\/\/[^/\\]/i.test(url) || !URL.canParse(url) || findLinkedMedia(url)?.kind !== 'image') return undefined
  const { protocol, host, pathname, search } = new URL(url)
  return `${protocol}//${host}${pathname}${search}`
}
