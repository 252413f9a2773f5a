import { refusedWith } from './errors'

/**
 * tus, version 1.0: how a file is sent in pieces, so that a line that breaks costs no more than the piece that was on it.
 * The protocol says what it has to say in headers and by HTTP's own statuses, and its clients look at nothing else.
 */
export const TUS_VERSION = '1.0.0'
export const TUS_CAPABILITIES = {
  'tus-resumable': TUS_VERSION,
  'tus-version': TUS_VERSION,
  'tus-extension': 'creation,expiration,termination',
}
export const PIECE_TYPE = 'application/offset+octet-stream'

export const otherTusVersion = refusedWith(412, () => `Tus-Resumable must be ${TUS_VERSION}`)
export const noSuchUpload = refusedWith(404, () => 'There is no such upload, or its time is up')
export const otherOffset = refusedWith(409, () => 'Upload-Offset is not where the upload is')
export const pieceOnItsWay = refusedWith(423, () => 'Another piece of this upload is on its way')
export const otherPieceType = refusedWith(415, () => `Content-Type must be ${PIECE_TYPE}`)
export const uploadTooLarge = refusedWith(413, (f: { msg: string }) => f.msg)
export const moreThanDeclared = refusedWith(413, () => 'There is more of the file than Upload-Length said')
export const invalidMetadata = refusedWith(400, () => 'Invalid Upload-Metadata')

/** Whoever speaks tus is answered in it, whatever the answer is; whoever speaks another version is told which is spoken. */
export function speakTus(request: Request, response: Response): void {
  if (request.headers.has('tus-resumable')) response.headers.set('tus-resumable', TUS_VERSION)
  if (response.status === 412) response.headers.set('tus-version', TUS_VERSION)
}

/** `filename d29ybGQ=,is_private`: names, and what they say in Base64. Undefined where it is anything else. */
export function readMetadata(header: string): Map<string, string> | undefined {
  const said = new Map<string, string>()
  for (const pair of header.split(',').map((each) => each.trim())) {
    if (pair === '') continue
    const [name = '', encoded = '', ...more] = pair.split(' ')
    const value = decoded(encoded)
    if (value === undefined || more.length > 0) return undefined
    said.set(name, value)
  }
  return said
}

function decoded(encoded: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(
      Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0)),
    )
  } catch {
    return undefined
  }
}
