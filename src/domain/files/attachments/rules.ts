import { apiError, badRequest, type ApiError } from '../../../api/errors'
import { SECONDS_PER_WEEK } from '../../realm/settings/periods'

export const fileMissing = badRequest(() => 'You must specify a file to upload')
export const oneFileOnly = badRequest(() => 'You may only upload one file at a time')
export const fileTooLarge = badRequest(
  (f: { limit_mib: number }) =>
    `File is larger than this server's configured maximum upload size (${f.limit_mib} MiB).`,
)
export const quotaExceeded = apiError(
  'REALM_UPLOAD_QUOTA',
  () => "Upload would exceed your organization's upload quota.",
)
export const invalidAttachment = badRequest(() => 'Invalid attachment')
export const invalidToken = badRequest(() => 'Invalid token')
export const invalidFilename = badRequest(() => 'Invalid filename')

const MIB = 1024 * 1024

/** How much room there is, and how large a file may be. */
export type Room = { limit_mib: number; quota_mib: number | null; used: number }

export const mostBytes = ({ limit_mib }: Room): number => limit_mib * MIB

/** May a file of this size be kept beside what is kept already? */
export function refusalOfSize(size: number, room: Room): ApiError | undefined {
  if (size > mostBytes(room)) return fileTooLarge(room)
  return room.quota_mib !== null && room.used + size > room.quota_mib * MIB ? quotaExceeded({}) : undefined
}

const MOST_CHARACTERS_OF_NAME = 255

/** The name by which a file is told of. What may stand before it is a path on somebody's machine. */
export function nameKept(filename: string): string {
  const name = filename
    .toWellFormed()
    .split(/[/\\]/)
    .at(-1)!
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
  const characters = [...name]
  const [, ending = ''] = /(\.[^.]{1,20})$/.exec(name) ?? []
  const most = MOST_CHARACTERS_OF_NAME - ending.length
  const short = characters.length > MOST_CHARACTERS_OF_NAME ? characters.slice(0, most).join('') + ending : name
  return ['', '.', '..'].includes(short) ? UNNAMED : short
}

/** The name as its address ends in it: letters, digits and little else. */
function nameInPath(name: string): string {
  const kept = name
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}_\s.-]/gu, '')
    .trim()
    .replaceAll(/[-\s]+/g, '-')
  return ['', '.', '..'].includes(kept) ? UNNAMED : kept
}

const UNNAMED = 'uploaded-file'

/** Nobody guesses the letters between the realm's number and the name. */
export const pathOf = (realm_number: number, token: string, name: string): string =>
  `${realm_number}/${token.slice(0, 2)}/${token.slice(2)}/${nameInPath(name)}`

/** The letters that nobody guesses. */
export const tokenOf = (path_id: string): string => path_id.split('/')[2] ?? ''

/** Links to one file come in several forms: as it is, for keeping, made small, and escaped as addresses are. */
export function pathLinked(path: string): string | undefined {
  const [, download] = /^download\/(.+)$/.exec(path) ?? []
  const [, small] = /^thumbnail\/(.+)\/[^/]+$/.exec(path) ?? []
  try {
    return decodeURIComponent(download ?? small ?? path)
  } catch {
    return undefined
  }
}

/** What no message has held for so long is of no use to anybody. */
export const UNCLAIMED_SECONDS = 5 * SECONDS_PER_WEEK
