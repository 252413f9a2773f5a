import * as v from 'valibot'
import { integer, oneOf, shortText, text } from '../../../api/params'
import { redirectTo } from '../../../api/respond'
import { endpoint, type Edge } from '../../../edge'
import { findLinkedMedia } from '../../../markdown/linked-media'
import { filesUnavailable } from '../../../store/files'
import { anyone, readers, anyUser } from '../../people/users/callers'
import { isPictureType } from '../../realm/files/content-types'
import { fileDoesNotExist, fileIsNotTheirs } from '../../realm/files/errors'
import { serveFile, type FoundFile } from '../../realm/files/serving'
import { fileVisibleTo } from './access'
import { invalidFilename, invalidToken, pathLinked } from './rules'
import { fileLinked, temporaryLink } from './temporary-links'

const place = { realm_id_str: integer(), filename: shortText() }
const placeErrors = [fileDoesNotExist, fileIsNotTheirs, filesUnavailable]
type Place = { realm_id_str: number; filename: string }
const pathAt = ({ realm_id_str, filename }: Place) => `${realm_id_str}/${filename}`

export const getTemporaryLink = endpoint.decision({
  route: 'GET /user_uploads/:realm_id_str/:filename+',
  summary: 'An address that opens a file to whoever has it, for a minute.',
  caller: anyUser,
  params: place,
  returns: { url: v.string() },
  errors: placeErrors,
  decide: (realm, actor, wanted) => ({ url: temporaryLink(realm, fileVisibleTo(realm, actor, pathAt(wanted))) }),
})

export const getFile = endpoint.file({
  route: 'GET site:/user_uploads/:realm_id_str/:filename+',
  summary: 'A file, for whoever may read a message that holds it.',
  caller: readers,
  params: place,
  errors: placeErrors,
  decide: (realm, reader, wanted): FoundFile => fileVisibleTo(realm, reader, pathAt(wanted)),
  serve: (edge, file) => serveFile(edge, file),
})

export const downloadFile = endpoint.file({
  route: 'GET site:/user_uploads/download/:realm_id_str/:filename+',
  summary: 'A file, for keeping.',
  caller: readers,
  params: place,
  errors: placeErrors,
  decide: (realm, reader, wanted): FoundFile => fileVisibleTo(realm, reader, pathAt(wanted)),
  serve: (edge, file) => serveFile(edge, file, 'kept'),
})

/** Nothing here makes pictures small: the address of a small one serves the picture itself, where it is not huge. */
export const getThumbnail = endpoint.file({
  route: 'GET site:/user_uploads/thumbnail/:realm_id_str/:filename+',
  summary: 'A picture among the files, as messages show it.',
  caller: readers,
  params: place,
  errors: placeErrors,
  decide: (realm, reader, { realm_id_str, filename }): FoundFile => {
    const path = /^(.+)\/\d+x\d+(?:-anim)?\.[a-z]+$/.exec(filename)?.[1]
    if (path === undefined) throw fileDoesNotExist({})
    return fileVisibleTo(realm, reader, `${realm_id_str}/${path}`)
  },
  serve: (edge, file) => servePicture(edge, file),
})

export const getTemporaryFile = endpoint.file({
  route: 'GET site:/user_uploads/temporary/:token/:filename',
  summary: 'A file, for whoever was given its address within the last minute.',
  caller: anyone,
  params: { token: shortText(), filename: shortText() },
  errors: [invalidToken, invalidFilename, fileDoesNotExist, filesUnavailable],
  decide: (realm, _, { token, filename }): FoundFile => fileLinked(realm, token, filename),
  serve: (edge, file) => serveFile(edge, file, 'lent'),
})

const MOST_BYTES_OF_PICTURE = 20 * 1024 * 1024

function servePicture(edge: Edge, file: FoundFile): Promise<Response> {
  if (!isPictureType(file.content_type) || file.size > MOST_BYTES_OF_PICTURE) throw fileDoesNotExist({})
  return serveFile(edge, file)
}

/**
 * Where messages say that a linked picture is. Files of this realm are led to by way of their own rule; other sites' pictures
 * are led to for people with an account, whom nobody can send here from outside.
 */
export const getLinkedPicture = endpoint.file({
  route: 'GET site:/thumbnail',
  summary: 'Where a picture is that a message links to.',
  caller: readers,
  params: { url: text(4000), size: oneOf(['full', 'thumbnail']) },
  errors: placeErrors,
  decide: (realm, reader, { url }) => {
    const linked = /^\/?user_uploads\/([^?#]+)$/.exec(url)?.[1]
    const path_id = linked === undefined ? undefined : pathLinked(linked)
    if (path_id !== undefined) return { isHere: true, place: fileVisibleTo(realm, reader, path_id).path_id }
    const place = reader && pictureElsewhere(url)
    if (place === undefined) throw fileIsNotTheirs({})
    return { isHere: false, place }
  },
  serve: ({ request }, { isHere, place }, { size }) => {
    // What leads elsewhere is for showing a picture in place, and never a way on for somebody who follows a link.
    if (!isHere && request.headers.get('sec-fetch-mode') === 'navigate') throw fileIsNotTheirs({})
    return redirectTo(isHere ? placeOf(place, size) : place)
  },
})

function placeOf(path_id: string, size: 'full' | 'thumbnail'): string {
  const path = path_id.split('/').map(encodeURIComponent).join('/')
  return size === 'full' ? `/user_uploads/${path}` : `/user_uploads/thumbnail/${path}/840x560.webp`
}

/** A picture of another site, its address taken apart and put together anew, so that it is read here as it is anywhere. */
function pictureElsewhere(address: string): string | undefined {
  if (!/^https?:\/\/[^/\\]/i.test(address) || !URL.canParse(address) || findLinkedMedia(address)?.kind !== 'image')
    return undefined
  const { protocol, host, pathname, search } = new URL(address)
  return `${protocol}//${host}${pathname}${search}`
}
