import * as v from 'valibot'
import { integer, oneOf, shortText, text } from '../../../api/params'
import { redirectTo } from '../../../api/respond'
import { endpoint } from '../../../edge'
import { findLinkedMedia } from '../../../markdown/linked-media'
import { filesUnavailable } from '../../../store/files'
import { anyone, readers, anyUser } from '../../people/users/callers'
import { fileDoesNotExist, notAuthorizedToViewFile } from '../../realm/files/errors'
import { beginToServe, serveFile, type ServedFile } from '../../realm/files/serving'
import { findExternalContentPath } from '../external-content/signed-urls'
import { getReadableFile } from './access'
import { findLinkedPath, invalidFilename, invalidToken, thumbnailUrl } from './rules'
import { keyOfPath } from './upload-keys'
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
  isPartOfPages: true,
  params: pathParams,
  errors: fileErrors,
  begin: (edge, params) => beginToServe(edge, keyOfPath(pathOf(params))),
  decide: (realm, viewer, params): ServedFile => getReadableFile(realm, viewer, pathOf(params)),
  serve: (edge, file) => serveFile(edge, file),
})

export const downloadFile = endpoint.file({
  route: 'GET site:/user_uploads/download/:realm_id_str/:filename+',
  summary: 'Download a file. The browser saves it and does not show it.',
  caller: readers,
  params: pathParams,
  errors: fileErrors,
  begin: (edge, params) => beginToServe(edge, keyOfPath(pathOf(params))),
  decide: (realm, viewer, params): ServedFile => getReadableFile(realm, viewer, pathOf(params)),
  serve: (edge, file) => serveFile(edge, file, 'download'),
})

export const getTemporaryFile = endpoint.file({
  route: 'GET site:/user_uploads/temporary/:token/:filename',
  summary: 'Get a file by its temporary URL, which is valid for a minute.',
  caller: anyone,
  params: { token: shortText(), filename: shortText() },
  // The address does not say which file it is, so the read follows the decision.
  needsSteps: () => true,
  errors: [invalidToken, invalidFilename, fileDoesNotExist, filesUnavailable],
  decide: (realm, _, { token, filename }): ServedFile => getFileOfTemporaryUrl(realm, token, filename),
  serve: (edge, file) => serveFile(edge, file, 'temporary link'),
})

/**
 * Messages show a linked picture or film by this URL. It redirects to a file of this realm, which checks the permission again, or
 * to the address at which this server fetches a file of another site. Only if it fetches none, it redirects to the other site.
 * Spectators get no files of other sites: they could make the server fetch anything.
 */
export const getLinkedPicture = endpoint.file({
  route: 'GET site:/thumbnail',
  summary: 'Get a picture to which a message links.',
  caller: readers,
  isPartOfPages: true,
  params: { url: text(4000), size: oneOf(['full', 'thumbnail']) },
  errors: fileErrors,
  decide: (realm, viewer, { url }) => {
    const upload = /^\/?user_uploads\/([^?#]+)$/.exec(url)?.[1]
    const path_id = upload === undefined ? undefined : findLinkedPath(upload)
    if (path_id !== undefined)
      return { place: 'upload', location: getReadableFile(realm, viewer, path_id).path_id } as const
    const external = findExternalMedia(url)
    if (external === undefined || viewer === undefined) throw notAuthorizedToViewFile({})
    const own = findExternalContentPath(realm, external)
    return { place: own === undefined ? 'other site' : 'own path', location: own ?? external } as const
  },
  serve: ({ request }, { place, location }, { size }) => {
    // The redirect to another site is only for images in a page. A link could lead a user to a phishing site.
    if (place === 'other site' && request.headers.get('sec-fetch-mode') === 'navigate')
      throw notAuthorizedToViewFile({})
    return redirectTo(place === 'upload' ? uploadUrl(location, size) : location)
  },
})

const uploadUrl = (path_id: string, size: 'full' | 'thumbnail'): string =>
  size === 'full' ? `/user_uploads/${path_id.split('/').map(encodeURIComponent).join('/')}` : thumbnailUrl(path_id)

/** Returns the URL of a picture or film of another site. Builds it from its parsed parts, so that browsers parse it in the same way. */
function findExternalMedia(url: string): string | undefined {
  if (!/^https?:\/\/[^/\\]/i.test(url) || !URL.canParse(url) || !isShown(url)) return undefined
  const { protocol, host, pathname, search } = new URL(url)
  return `${protocol}//${host}${pathname}${search}`
}

const isShown = (url: string): boolean => ['image', 'shared image', 'video'].includes(findLinkedMedia(url)?.kind ?? '')
