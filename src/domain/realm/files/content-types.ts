/** The kinds of file that browsers may show in place: none of them can act. All others are for keeping only. */
const SHOWN = new Set([
  'audio/aac',
  'audio/flac',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'audio/webm',
  'image/apng',
  'image/avif',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
  'text/plain',
  'video/mp4',
  'video/webm',
])

/** What a browser might run or load further things from, under whatever name: it is told that these are just bytes. */
const ACTIVE = /[/+.-](?:x?html|xml|xsl)\b|svg|script|flash|wasm|manifest|^text\/css|^multipart\/|^message\//

const BYTES = 'application/octet-stream'

/** What a file is said to be, without what may follow that; by its name where nothing is said. */
export function contentTypeOf(said: string, name: string): string {
  const type = said.split(';')[0]!.trim().toLowerCase()
  const isType = /^[a-z0-9][a-z0-9.+_-]{0,62}\/[a-z0-9][a-z0-9.+_-]{0,126}$/.test(type)
  return isType && type !== BYTES ? type : (typeByName(name) ?? BYTES)
}

const typeByName = (name: string): string | undefined =>
  TYPES_BY_ENDING[/\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? '']

const TYPES_BY_ENDING: Partial<Record<string, string>> = {
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

/** What a browser is told that the file is. */
export function contentTypeServed(type: string): string {
  if (type === 'text/plain') return 'text/plain; charset=utf-8'
  return ACTIVE.test(type) ? BYTES : type
}

export const isShown = (type: string): boolean => SHOWN.has(type)
export const isPictureType = (type: string): boolean => type.startsWith('image/') && SHOWN.has(type)
