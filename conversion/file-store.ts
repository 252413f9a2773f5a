import type { OpenFile, StoredFile, Text } from './converted.ts'
import { Parts } from './parts.ts'
import type { Storage } from './storage.ts'

/** A file that the export says was uploaded. */
type Upload = { name: Text; type?: string; open: OpenFile }

const TOKEN_BYTES = 15
const TYPES: Record<string, string> = {
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
  readonly storage: Storage
  /** The list of the files. */
  readonly list: Parts
  #attachments = 0

  constructor(storage: Storage) {
    this.storage = storage
    this.list = new Parts(storage, 'files')
  }

  /** Stores an uploaded file, and returns what the rows say about it, or undefined if the export does not have it. */
  async storeUpload({ name, type, open }: Upload): Promise<StoredFile | undefined> {
    const token = newToken()
    const stored = await this.#store(`uploads/${token}`, open)
    if (stored === undefined) return undefined
    const plain =
      String(name)
        .replaceAll(/[^\p{L}\p{N}_.-]+/gu, '-')
        .slice(0, 120) || 'file'
    const path_id = `2/${token.slice(0, 2)}/${token.slice(2)}/${plain}`
    const content_type =
      type ?? TYPES[plain.slice(plain.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream'
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
  async storePicture(open: OpenFile): Promise<string | undefined> {
    const token = newToken()
    return (await this.#store(`pictures/${token}`, open)) && token
  }

  async #store(key: string, open: OpenFile) {
    const stream = await open()
    if (stream === undefined) return undefined
    const name = `files/${key}`
    const stored = await this.storage.write(name, stream)
    this.list.append([{ key, name, ...stored }])
    return stored
  }
}

/** The address of a file cannot be guessed. */
const newToken = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(TOKEN_BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Returns a link to an uploaded file in a message. */
export const linkToFile = ({ name, path_id }: { name: string; path_id: string }) =>
  `[${name.replaceAll(/[[\]]/g, '')}](/user_uploads/${path_id})`
