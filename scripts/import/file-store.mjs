import { randomBytes } from 'node:crypto'
import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { checksumOf, Parts } from '../copies/folder.mjs'

const TOKEN_BYTES = 15
const TYPES = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
  txt: 'text/plain',
  mp4: 'video/mp4',
}

/** The files of a converted copy. */
export class FileStore {
  #attachments = 0

  constructor(folder) {
    this.folder = folder
    this.list = new Parts(folder, 'files', { part: 1, bytes: 0, rows: 0 })
    mkdirSync(join(folder, 'files/uploads'), { recursive: true })
    mkdirSync(join(folder, 'files/pictures'), { recursive: true })
  }

  /** Stores an uploaded file, and returns what the rows say about it, or undefined if the export does not have it. */
  async storeUpload({ name, type, open }) {
    const token = newToken()
    const stored = await this.#store(`uploads/${token}`, open)
    if (stored === undefined) return undefined
    const plain =
      String(name)
        .replaceAll(/[^\p{L}\p{N}_.-]+/gu, '-')
        .slice(0, 120) || 'file'
    const path_id = `2/${token.slice(0, 2)}/${token.slice(2)}/${plain}`
    const content_type = type ?? TYPES[plain.split('.').at(-1).toLowerCase()] ?? 'application/octet-stream'
    return {
      attachment_id: ++this.#attachments,
      path_id,
      key: `uploads/${token}`,
      name: plain,
      size: stored.bytes,
      content_type,
    }
  }

  /** Stores a picture, and returns its token. */
  async storePicture(open) {
    const token = newToken()
    return (await this.#store(`pictures/${token}`, open)) && token
  }

  async #store(key, open) {
    const stream = await open()
    if (stream === undefined) return undefined
    const name = `files/${key}`
    await pipeline(Readable.from(stream), createWriteStream(join(this.folder, name), { mode: 0o600 }))
    const stored = await checksumOf(join(this.folder, name))
    this.list.append([{ key, name, ...stored }])
    return stored
  }
}

/** The address of a file cannot be guessed. */
const newToken = () => randomBytes(TOKEN_BYTES).toString('hex')

/** Returns a link to an uploaded file in a message. */
export const linkToFile = ({ name, path_id }) => `[${name.replaceAll(/[[\]]/g, '')}](/user_uploads/${path_id})`
