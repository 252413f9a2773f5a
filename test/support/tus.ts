import { expect } from 'vitest'
import { visit } from './files'
import type { Person } from './person'

export const TUS_HEADERS = { 'tus-resumable': '1.0.0' }
export const PIECE_HEADERS = { ...TUS_HEADERS, 'content-type': 'application/offset+octet-stream' }

export const uploadMetadata = (filename: string, filetype = ''): string =>
  [`filename ${btoa(filename)}`, ...(filetype ? [`filetype ${btoa(filetype)}`] : [])].join(',')

export const requestNewUpload = (
  person: Person,
  size: number | string,
  metadata = uploadMetadata('much.bin'),
  headers = {},
): Promise<Response> =>
  person.request('/tus/', {
    method: 'POST',
    headers: { ...TUS_HEADERS, 'upload-length': String(size), 'upload-metadata': metadata, ...headers },
  })

/** Creates an upload, and returns its path within the API. Fails the test if the server refuses it. */
export async function createUpload(person: Person, size: number, metadata?: string): Promise<string> {
  const response = await requestNewUpload(person, size, metadata)
  expect(response.status).toBe(201)
  const location = response.headers.get('location')!
  expect(location).toMatch(/^http:\/\/[^/]+\/api\/v1\/tus\/\w{30}$/)
  return new URL(location).pathname.slice('/api/v1'.length)
}

export const sendPiece = (
  person: Person,
  path: string,
  offset: number,
  body: BodyInit,
  headers = {},
): Promise<Response> =>
  person.request(path, {
    method: 'PATCH',
    headers: { ...PIECE_HEADERS, 'upload-offset': String(offset), ...headers },
    body,
  })

/** Returns how many bytes of an upload the server has. */
export async function offsetOf(person: Person, path: string): Promise<number> {
  const response = await person.request(path, { method: 'HEAD', headers: TUS_HEADERS })
  expect(response.status).toBe(200)
  return Number(response.headers.get('upload-offset'))
}

/** Returns a body whose connection breaks after these bytes. */
export function interrupted(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let isSent = false
  return new ReadableStream({
    pull(controller) {
      if (isSent) return controller.error(new Error('The connection broke'))
      isSent = true
      controller.enqueue(bytes)
    },
  })
}

export const contentOf = async (person: Person, url: string): Promise<Buffer> =>
  Buffer.from(await (await visit(person, url)).arrayBuffer())
