import { integer, shortText } from '../../../api/params'
import { endpoint, type Edge } from '../../../edge'
import { filesUnavailable } from '../../../store/files'
import { anyone, readers } from '../../people/users/callers'
import { isImageType } from '../../realm/files/content-types'
import { fileDoesNotExist, notAuthorizedToViewFile } from '../../realm/files/errors'
import { serveFile } from '../../realm/files/serving'
import { svgResponse } from '../../realm/files/static-responses'
import type { Attachment } from '../attachments/attachment'
import { thumbnailKey } from '../attachments/thumbnail-key'
import { requestThumbnail } from './actions'
import { makeThumbnail, thumbnailSteps } from './make-thumbnail'
import { PLACEHOLDER_SVG, PLACEHOLDER_URL } from './placeholder'

export const getThumbnail = endpoint.file({
  route: 'GET site:/user_uploads/thumbnail/:realm_id_str/:filename+',
  summary: 'Get an uploaded picture, as messages show it: upright, small, and without metadata.',
  caller: readers,
  params: { realm_id_str: integer(), filename: shortText() },
  errors: [fileDoesNotExist, notAuthorizedToViewFile, filesUnavailable],
  steps: thumbnailSteps,
  decide: (realm, viewer, { realm_id_str, filename }) => {
    const path = /^(.+)\/\d+x\d+(?:-anim)?\.[a-z]+$/.exec(filename)?.[1]
    if (path === undefined) throw fileDoesNotExist({})
    return requestThumbnail(realm, viewer, `${realm_id_str}/${path}`)
  },
  serve: async (edge, { file, mustMake }) => {
    const outcome = mustMake ? await makeThumbnail(edge, file) : undefined
    if (outcome?.state === 'ready') return serveThumbnail(edge, file, outcome)
    const { thumbnail, thumbnail_size: size, thumbnail_etag: etag } = file
    const isStored = thumbnail === 'ready' && size !== null && etag !== null
    return isStored ? serveThumbnail(edge, file, { size, etag }) : serveOriginal(edge, file)
  },
})

const serveThumbnail = (edge: Edge, file: Attachment, { size, etag }: { size: number; etag: string }) =>
  serveFile(edge, { key: thumbnailKey(file), name: `${file.name}.webp`, content_type: 'image/webp', size, etag })

const ORIGINAL_BYTES_MAX = 20 * 1024 * 1024

function serveOriginal(edge: Edge, file: Attachment): Promise<Response> {
  if (!isImageType(file.content_type) || file.size > ORIGINAL_BYTES_MAX) throw fileDoesNotExist({})
  return serveFile(edge, file)
}

export const getPlaceholder = endpoint.public({
  route: `GET site:${PLACEHOLDER_URL}`,
  summary: 'Get the picture that messages show while a thumbnail is being made.',
  caller: anyone,
  params: {},
  errors: [],
  serve: () => svgResponse(PLACEHOLDER_SVG),
})
