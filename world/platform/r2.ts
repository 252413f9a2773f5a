import { createHash } from 'node:crypto'
import type { Host } from './host.ts'
import { cross, type Network } from './network.ts'
import { streamOf } from './threads.ts'

type Options = { httpMetadata?: object; customMetadata?: object }
type Stored = { key: string; bytes: Uint8Array; uploaded: Date; etag: string } & Options
type Range = { offset?: number; length?: number; suffix?: number }
type Part = { partNumber: number; etag: string }

const PLACE = 'Frankfurt'
const MIN_PART_BYTES = 5 * 1024 * 1024

/** What a bucket stores. One key is consistent at once. https://developers.cloudflare.com/r2/reference/consistency/ */
export class Bucket {
  readonly objects = new Map<string, Stored>()
  readonly uploads = new Map<string, { key: string; options: Options; parts: Map<number, Uint8Array> }>()

  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

const bytesOf = (value: string | ArrayBuffer | Uint8Array) =>
  typeof value === 'string' ? new TextEncoder().encode(value) : new Uint8Array(value).slice()

const etagOf = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')

/** Returns the binding of a bucket for one host. */
export function r2BindingOf(bucket: Bucket, network: Network, host: Host) {
  const { objects, uploads } = bucket
  const send = <Result>(name: string, arrive: () => Result) =>
    cross(network, host, { kind: 'r2', to: PLACE, name: `R2 ${name}`, arrive })
  const store = (key: string, bytes: Uint8Array, options: Options) => {
    const stored = { key, bytes, uploaded: new Date(network.scheduler.now), etag: etagOf(bytes), ...options }
    objects.set(key, stored)
    return headOf(stored)
  }
  const resumeMultipartUpload = (key: string, uploadId: string) => {
    const found = () => {
      const upload = uploads.get(uploadId)
      if (upload === undefined) throw new Error('uploadPart: The specified multipart upload does not exist. (10024)')
      return upload
    }
    return {
      key,
      uploadId,
      uploadPart: (partNumber: number, value: ArrayBuffer | Uint8Array) => {
        const bytes = bytesOf(value)
        return send('uploadPart', () => {
          found().parts.set(partNumber, bytes)
          return { partNumber, etag: etagOf(bytes) }
        })
      },
      complete: (parts: Part[]) =>
        send('complete', () => store(key, joined(found().parts, parts), found().options)).then((head) => {
          uploads.delete(uploadId)
          return head
        }),
      abort: () => send('abort', () => void uploads.delete(uploadId)),
    }
  }
  return {
    put: async (
      key: string,
      value: string | ArrayBuffer | Uint8Array | ReadableStream | null,
      options: Options = {},
    ) => {
      const bytes =
        value instanceof ReadableStream ? new Uint8Array(await new Response(value).arrayBuffer()) : bytesOf(value ?? '')
      return send('put', () => store(key, bytes, options))
    },
    get: (key: string, { range }: { range?: Range } = {}) => send('get', () => bodyOf(objects.get(key), range)),
    head: (key: string) => send('head', () => headOf(objects.get(key))),
    delete: (keys: string | string[]) => send('delete', () => [keys].flat().forEach((key) => objects.delete(key))),
    list: (options: { prefix?: string; limit?: number; cursor?: string } = {}) =>
      send('list', () => listOf(objects, options)),
    createMultipartUpload: (key: string, options: Options = {}) =>
      send('createMultipartUpload', () => {
        const uploadId = `upload-${uploads.size}-${network.scheduler.turns}`
        uploads.set(uploadId, { key, options, parts: new Map() })
        return resumeMultipartUpload(key, uploadId)
      }),
    resumeMultipartUpload,
  }
}

function joined(stored: ReadonlyMap<number, Uint8Array>, parts: readonly Part[]): Uint8Array {
  const bytes = parts
    .toSorted((a, b) => a.partNumber - b.partNumber)
    .map(({ partNumber, etag }) => {
      const part = stored.get(partNumber)
      if (part === undefined || etagOf(part) !== etag)
        throw new Error('completeMultipartUpload: One or more of the specified parts could not be found. (10025)')
      return part
    })
  if (bytes.slice(0, -1).some(({ length }) => length < MIN_PART_BYTES || length !== bytes[0]?.length))
    throw new Error(
      'completeMultipartUpload: Your proposed upload is smaller than the minimum allowed object size. (10011)',
    )
  return new Uint8Array(Buffer.concat(bytes))
}

function headOf(stored: Stored | undefined) {
  if (stored === undefined) return null
  const { bytes, etag, ...rest } = stored
  return {
    ...rest,
    size: bytes.length,
    etag,
    httpEtag: `"${etag}"`,
    version: etag,
    writeHttpMetadata: (headers: Headers) => writeMetadata(stored, headers),
  }
}

function writeMetadata({ httpMetadata = {} }: Stored, headers: Headers): void {
  const type: unknown = Reflect.get(httpMetadata, 'contentType')
  if (typeof type === 'string') headers.set('content-type', type)
}

function bodyOf(stored: Stored | undefined, range: Range = {}) {
  if (stored === undefined) return null
  const {
    offset = range.suffix === undefined ? 0 : stored.bytes.length - range.suffix,
    length = stored.bytes.length - offset,
  } = range
  const bytes = stored.bytes.slice(offset, offset + length)
  const text = () => new TextDecoder().decode(bytes)
  return {
    ...headOf(stored),
    range: { offset, length },
    body: streamOf(bytes),
    arrayBuffer: async () => bytes.slice().buffer,
    text: async () => text(),
    json: async () => JSON.parse(text()),
  }
}

function listOf(
  objects: ReadonlyMap<string, Stored>,
  { prefix = '', limit = 1000, cursor = '' }: { prefix?: string; limit?: number; cursor?: string },
) {
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > cursor).sort()
  const page = keys.slice(0, limit)
  const rest = { delimitedPrefixes: [], objects: page.map((key) => headOf(objects.get(key))) }
  return keys.length > page.length ? { ...rest, truncated: true, cursor: page.at(-1) } : { ...rest, truncated: false }
}
