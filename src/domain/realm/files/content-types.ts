const MEDIA = new Set([
  'audio/aac',
  'audio/flac',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'audio/webm',
  'video/mp4',
  'video/quicktime',
  'video/webm',
])

/** The types that a browser may display in place, because none of them can run code. Browsers download all other types. */
const DISPLAYABLE = new Set([
  ...MEDIA,
  'image/apng',
  'image/avif',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
  'text/plain',
])

/** The types that a browser might run, or that can load other files. They are served as bytes without a type. */
const ACTIVE = /[/+.-](?:x?html|xml|xsl)\b|svg|script|flash|wasm|manifest|^text\/css|^multipart\/|^message\//

const BYTES = 'application/octet-stream'

/** Returns the type in a `Content-Type` header, without its parameters. */
export const typeOf = (header: string): string => header.split(';')[0]!.trim().toLowerCase()

/** Returns the type that the client declared, without its parameters. If it declared none, the file name decides. */
export function contentTypeOf(declared: string, name: string): string {
  const type = typeOf(declared)
  const isType = /^[a-z0-9][a-z0-9.+_-]{0,62}\/[a-z0-9][a-z0-9.+_-]{0,126}$/.test(type)
  return isType && type !== BYTES ? type : (typeByExtension(name) ?? BYTES)
}

const typeByExtension = (name: string): string | undefined =>
  TYPES_BY_EXTENSION[/\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? '']

const TYPES_BY_EXTENSION: Partial<Record<string, string>> = {
  aac: 'audio/aac',
  avif: 'image/avif',
  csv: 'text/csv',
  flac: 'audio/flac',
  gif: 'image/gif',
  htm: 'text/html',
  html: 'text/html',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  log: 'text/plain',
  m4a: 'audio/mp4',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  ogg: 'audio/ogg',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  wav: 'audio/wav',
  webm: 'video/webm',
  webp: 'image/webp',
  xml: 'application/xml',
  zip: 'application/zip',
}

/** Returns the `Content-Type` header for a file of this type. */
export function servedContentType(type: string): string {
  if (type === 'text/plain') return 'text/plain; charset=utf-8'
  return ACTIVE.test(type) ? BYTES : type
}

/** Whether the type is that of a sound or a film which each browser plays. */
export const isMediaType = (type: string): boolean => MEDIA.has(type)
export const isDisplayable = (type: string): boolean => DISPLAYABLE.has(type)
export const isImageType = (type: string): boolean => type.startsWith('image/') && DISPLAYABLE.has(type)
