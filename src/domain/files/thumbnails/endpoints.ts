import * as v from 'valibot'
import { integer, shortText } from '../../../api/params'
import { endpoint, type Edge } from '../../../edge'
import { filesUnavailable } from '../../../store/files'
import { anyone, anyUser, readers } from '../../people/users/callers'
import { isImageType } from '../../realm/files/content-types'
import { fileDoesNotExist, notAuthorizedToViewFile } from '../../realm/files/errors'
import { beginToServe, serveFile } from '../../realm/files/serving'
import { svgResponse } from '../../realm/files/static-responses'
import { getReadableFile } from '../attachments/access'
import type { Attachment } from '../attachments/attachment'
import { animationKey, thumbnailKey } from '../attachments/thumbnail-key'
import { keyOfPath } from '../attachments/upload-keys'
import { requestThumbnail } from './actions'
import { makeThumbnail, thumbnailSteps } from './make-thumbnail'
import { PLACEHOLDER_SVG, PLACEHOLDER_URL } from './placeholder'
import type { ThumbnailOutcome } from './rules'

export const getThumbnail = endpoint.file({
  route: 'GET site:/user_uploads/thumbnail/:realm_id_str/:filename+',
  summary: 'Get an uploaded picture, as messages show it: upright, small, and without metadata.',
  caller: readers,
  isPartOfPages: true,
  params: { realm_id_str: integer(), filename: shortText() },
  errors: [fileDoesNotExist, notAuthorizedToViewFile, filesUnavailable],
  steps: thumbnailSteps,
  // Nearly all thumbnails are made when the picture is uploaded.
  needsSteps: () => false,
  begin: (edge, params) => {
    const requested = findRequested(params)
    const file = requested && { key: keyOfPath(requested.path_id) }
    if (file) beginToServe(edge, requested.mustMove ? animationKey(file) : thumbnailKey(file))
  },
  decide: (realm, viewer, params) => {
    const requested = findRequested(params)
    if (requested === undefined) throw fileDoesNotExist({})
    return { ...requestThumbnail(realm, viewer, requested.path_id), mustMove: requested.mustMove }
  },
  serve: async (edge, { file, mustMake, mustMove }) => {
    const outcome = mustMake ? await makeThumbnail(edge, file) : undefined
    const { still, animation, isAnimated } = outcome?.state === 'ready' ? madeFrom(file, outcome) : storedFor(file)
    if (still === undefined) return serveOriginal(edge, file)
    if (!mustMove || !isAnimated) return serveThumbnail(edge, file, still)
    return animation ? serveThumbnail(edge, file, animation) : serveOriginal(edge, file)
  },
})

function findRequested({ realm_id_str, filename }: { realm_id_str: number; filename: string }) {
  const [, path, moving] = /^(.+)\/\d+x\d+(-anim)?\.[a-z]+$/.exec(filename) ?? []
  return path === undefined ? undefined : { path_id: `${realm_id_str}/${path}`, mustMove: moving !== undefined }
}

export const getThumbnailStatus = endpoint.decision({
  route: 'GET /thumbnail/status/:realm_id_str/:filename+',
  summary:
    'Check whether the thumbnail of an uploaded picture is ready. Clients repeat the request while messages show a placeholder.',
  caller: anyUser,
  params: { realm_id_str: integer(), filename: shortText() },
  returns: { has_thumbnail: v.boolean() },
  errors: [fileDoesNotExist, notAuthorizedToViewFile],
  decide: (realm, viewer, { realm_id_str, filename }) => ({
    has_thumbnail: getReadableFile(realm, viewer, `${realm_id_str}/${filename}`).thumbnail === 'ready',
  }),
})

/** The thumbnails of a picture: where they are, and how large. */
type Made = { key: string; size: number; etag: string }
type Thumbnails = { isAnimated: boolean; still?: Made; animation?: Made }

function storedFor(file: Attachment): Thumbnails {
  const { thumbnail, thumbnail_size, thumbnail_etag, animation_size, animation_etag } = file
  const isAnimated = file.is_animated === 1
  if (thumbnail !== 'ready' || thumbnail_size === null || thumbnail_etag === null) return { isAnimated }
  const still = { key: thumbnailKey(file), size: thumbnail_size, etag: thumbnail_etag }
  if (animation_size === null || animation_etag === null) return { isAnimated, still }
  return { isAnimated, still, animation: { key: animationKey(file), size: animation_size, etag: animation_etag } }
}

function madeFrom(file: Attachment, outcome: Extract<ThumbnailOutcome, { state: 'ready' }>): Thumbnails {
  const { isAnimated, size, etag, animation } = outcome
  const still = { key: thumbnailKey(file), size, etag }
  return animation ? { isAnimated, still, animation: { key: animationKey(file), ...animation } } : { isAnimated, still }
}

const serveThumbnail = (edge: Edge, { name }: Attachment, made: Made) =>
  serveFile(edge, { ...made, name: `${name}.webp`, content_type: 'image/webp' })

const MAX_ORIGINAL_BYTES = 20 * 1024 * 1024

function serveOriginal(edge: Edge, file: Attachment): Promise<Response> {
  if (!isImageType(file.content_type) || file.size > MAX_ORIGINAL_BYTES) throw fileDoesNotExist({})
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
