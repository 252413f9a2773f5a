import { apiError, badRequest, type ApiError } from '../../../api/errors'

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

const MIB = 1024 * 1024

/** The limit for a file, the quota of the realm (null: none), and the bytes that files and announced uploads use. */
export type UploadSpace = { limit_mib: number; quota_mib: number | null; used: number }

export const fileBytesMax = ({ limit_mib }: UploadSpace): number => limit_mib * MIB

export function refusalOfSize(size: number, space: UploadSpace): ApiError | undefined {
  if (size > fileBytesMax(space)) return fileTooLarge(space)
  return space.quota_mib !== null && space.used + size > space.quota_mib * MIB ? quotaExceeded({}) : undefined
}

const MAX_NAME_CHARACTERS = 255
const UNNAMED = 'uploaded-file'

/** Returns the name that the server stores: without the path on the sender's machine and without control characters. */
export function normalizeFileName(filename: string): string {
  const name = filename
    .toWellFormed()
    .split(/[/\\]/)
    .at(-1)!
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
  return nameOrDefault(shortenName(name))
}

/** Cuts the name and keeps its extension. */
function shortenName(name: string): string {
  const characters = [...name]
  if (characters.length <= MAX_NAME_CHARACTERS) return name
  const [, extension = ''] = /(\.[^.]{1,20})$/.exec(name) ?? []
  return characters.slice(0, MAX_NAME_CHARACTERS - extension.length).join('') + extension
}

/** Returns the path of a new file in its URL. The token, which cannot be guessed, is between the realm's number and the name. */
export const newPathId = (realm_number: number, token: string, name: string): string =>
  `${realm_number}/${token.slice(0, 2)}/${token.slice(2)}/${nameInPath(name)}`

/** Returns the name with only letters, digits, underscores, dots and hyphens. */
function nameInPath(name: string): string {
  const safe = name
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}_\s.-]/gu, '')
    .trim()
    .replaceAll(/[-\s]+/g, '-')
  return nameOrDefault(safe)
}

const nameOrDefault = (name: string): string => (['', '.', '..'].includes(name) ? UNNAMED : name)
