import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { advanceClock } from '../support/clock'
import { captureConsole } from '../support/faults'
import { breakR2, bytesOf, fileOf, uploadFile, requestUpload } from '../support/files'
import { refusal } from '../support/answers'
import { changesNothing } from '../support/received-events'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'
import {
  TUS_HEADERS,
  PIECE_HEADERS,
  uploadMetadata,
  requestNewUpload,
  createUpload,
  sendPiece,
  offsetOf,
  interrupted,
  contentOf,
} from '../support/tus'

const MIB = 1024 * 1024

const QUOTA_EXCEEDED = "Upload would exceed your organization's upload quota."

const sha1 = (bytes: string | Uint8Array) => `sha1 ${createHash('sha1').update(bytes).digest('base64')}`

describe('tus requests', () => {
  test('refuses malformed requests, and changes nothing', async () => {
    const { dov } = await freshRealm()
    const path = await createUpload(dov, 10)
    await sendPiece(dov, path, 0, '01')
    const cases: [request: () => Promise<Response>, status: number, msg: string][] = [
      [() => sendPiece(dov, path, 0, 'x'), 409, 'Upload-Offset is not the current offset of the upload'],
      [() => sendPiece(dov, path, 3, 'x'), 409, 'Upload-Offset is not the current offset of the upload'],
      [
        () => sendPiece(dov, path, 2, 'x', { 'upload-offset': '-1' }),
        400,
        'Upload-Offset is not a non-negative integer',
      ],
      [
        () => sendPiece(dov, path, 2, 'x', { 'content-type': 'text/plain' }),
        415,
        'Content-Type must be application/offset+octet-stream',
      ],
      [() => sendPiece(dov, path, 2, 'x', { 'tus-resumable': '0.2.2' }), 412, 'Tus-Resumable must be 1.0.0'],
      [() => sendPiece(dov, path, 2, '23456789x'), 413, 'The file is longer than Upload-Length'],
      [() => sendPiece(dov, '/tus/nothing', 2, 'x'), 404, 'The upload does not exist or has expired'],
      [
        () => requestNewUpload(dov, 1, uploadMetadata('x'), { 'tus-resumable': '2.0.0' }),
        412,
        'Tus-Resumable must be 1.0.0',
      ],
      [() => requestNewUpload(dov, 1, 'filename ???'), 400, 'Invalid Upload-Metadata'],
      [() => requestNewUpload(dov, 1, 'filename eA== eA=='), 400, 'Invalid Upload-Metadata'],
      [
        () => requestNewUpload(dov, 16 * MIB + 1),
        413,
        "File is larger than this server's configured maximum upload size (16 MiB).",
      ],
    ]
    await changesNothing([dov], async () => {
      for (const [request, status, msg] of cases) {
        const response = await request()
        expect([response.status, await response.json()], msg).toEqual([status, refusal(msg)])
        expect(response.headers.get('tus-version')).toBe(status === 412 ? '1.0.0' : null)
      }
    })
    const lengthless = await dov.request('/tus', { method: 'POST', headers: TUS_HEADERS })
    expect(await lengthless.json()).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: 'Upload-Length' })
    expect(await offsetOf(dov, path)).toBe(2)
    expect((await sendPiece(dov, path, 2, '23456789')).status).toBe(200)
  })
})

describe('POST /tus', () => {
  test('an empty file needs no piece', async () => {
    const { dov } = await freshRealm()
    const response = await requestNewUpload(dov, 0, uploadMetadata('nothing.txt', 'text/plain'))
    expect(response.status).toBe(201)
    const { url } = succeeded(await response.json())
    expect((await contentOf(dov, url)).length).toBe(0)
  })

  test('refuses a file if announced uploads leave no space in the quota', async () => {
    const { ada, dov } = await freshRealm()
    await uploadFile(ada, fileOf(bytesOf(1 * MIB)))
    await createUpload(ada, 15 * MIB)
    const answer = await requestNewUpload(dov, 9 * MIB)
    expect([answer.status, ((await answer.json()) as Json).code]).toEqual([400, 'REALM_UPLOAD_QUOTA'])
    await createUpload(dov, 8 * MIB)
  })

  test('reserves the announced size, also against uploads by form', async () => {
    const { ada, dov } = await freshRealm()
    const path = await createUpload(ada, 12 * MIB)
    await createUpload(ada, 8 * MIB)
    expect(await requestUpload(dov, fileOf(bytesOf(5 * MIB)))).toEqual(refusal(QUOTA_EXCEEDED, 'REALM_UPLOAD_QUOTA'))
    await uploadFile(dov, fileOf(bytesOf(4 * MIB)))
    expect((await sendPiece(ada, path, 0, bytesOf(12 * MIB))).status).toBe(200)
  })

  test('accepts one of two uploads that exceed the quota together', async () => {
    const { ada, dov } = await freshRealm()
    const file = fileOf(bytesOf(13 * MIB))
    const answers = await Promise.all([requestUpload(ada, file), requestUpload(dov, file)])
    expect(answers.filter(({ result }) => result === 'success')).toHaveLength(1)
    const announced = await Promise.all([requestNewUpload(ada, 8 * MIB), requestNewUpload(dov, 8 * MIB)])
    expect(announced.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400])
  })

  test('frees the reserved space of cancelled uploads at once, and of uploads without a piece after an hour', async () => {
    const { realm, ada, dov } = await freshRealm()
    await createUpload(dov, 16 * MIB)
    const path = await createUpload(dov, 8 * MIB)
    expect((await requestNewUpload(ada, 8 * MIB)).status).toBe(400)
    expect((await dov.request(path, { method: 'DELETE', headers: TUS_HEADERS })).status).toBe(204)
    await createUpload(ada, 8 * MIB)
    expect((await requestNewUpload(ada, 16 * MIB)).status).toBe(400)
    await advanceClock(realm, 3660)
    await createUpload(ada, 16 * MIB)
  })

  test('a user can have a hundred unfinished uploads', async () => {
    const { ada, dov } = await freshRealm()
    const paths = await Promise.all(Array.from({ length: 100 }, () => createUpload(dov, 10)))
    const answer = await requestNewUpload(dov, 10)
    const msg = 'Finish or cancel some of your uploads before you begin another'
    expect([answer.status, await answer.json()]).toEqual([400, refusal(msg)])
    await createUpload(ada, 10)
    expect((await sendPiece(dov, paths[0]!, 0, '0123456789')).status).toBe(200)
    await createUpload(dov, 10)
  })
})

describe('POST /tus with a first piece', () => {
  const createWithPiece = (person: Person, size: number, piece: string | Uint8Array<ArrayBuffer>, headers = {}) =>
    person.request('/tus', {
      method: 'POST',
      headers: {
        ...PIECE_HEADERS,
        'upload-length': String(size),
        'upload-metadata': uploadMetadata('x.txt', 'text/plain'),
        ...headers,
      },
      body: piece,
    })
  test('uploads a small file with one request', async () => {
    const { dov } = await freshRealm()
    const response = await createWithPiece(dov, 10, '0123456789')
    expect([response.status, response.headers.get('upload-offset')]).toEqual([201, '10'])
    const answer: Json = await response.json()
    expect(String(await contentOf(dov, succeeded(answer).url))).toBe('0123456789')
  })

  test('stores the piece, and the client sends the others later', async () => {
    const { dov } = await freshRealm()
    const response = await createWithPiece(dov, 10, '01234')
    expect([response.status, response.headers.get('upload-offset'), await response.text()]).toEqual([201, '5', ''])
    expect(Date.parse(response.headers.get('upload-expires')!)).toBeGreaterThan(Date.now())
    const path = new URL(response.headers.get('location')!).pathname.slice('/api/v1'.length)
    expect(await offsetOf(dov, path)).toBe(5)
    const answer: Json = await (await sendPiece(dov, path, 5, '56789')).json()
    expect(String(await contentOf(dov, succeeded(answer).url))).toBe('0123456789')
  })

  test('ignores a body with another content type', async () => {
    const { dov } = await freshRealm()
    const response = await createWithPiece(dov, 10, '01234', { 'content-type': 'text/plain' })
    expect([response.status, response.headers.get('upload-offset')]).toEqual([201, '0'])
  })

  test('creates no upload if the piece is refused, and frees its space', async () => {
    const { realm, dov } = await freshRealm()
    captureConsole('error')
    await createUpload(dov, 9 * MIB)
    const size = 15 * MIB
    const cases: [request: () => Promise<Response>, status: number][] = [
      [() => createWithPiece(dov, size, bytesOf(1 * MIB), { 'upload-checksum': sha1('x') }), 460],
      [() => createWithPiece(dov, size, bytesOf(1 * MIB), { 'upload-checksum': 'md4 eA==' }), 400],
      [() => createWithPiece(dov, size, bytesOf(size + 1)), 413],
      [
        async () => {
          const mend = breakR2(realm, 'put')
          const response = await createWithPiece(dov, size, bytesOf(1 * MIB))
          mend()
          return response
        },
        503,
      ],
    ]
    await changesNothing([dov], async () => {
      for (const [request, status] of cases) {
        const response = await request()
        expect([response.status, response.headers.get('location')]).toEqual([status, null])
      }
    })
    await createUpload(dov, size)
  })
})

describe('Upload-Checksum', () => {
  test('stores a piece with the right checksum', async () => {
    const { dov } = await freshRealm()
    const path = await createUpload(dov, 10)
    expect((await sendPiece(dov, path, 0, '01234', { 'upload-checksum': sha1('01234') })).status).toBe(204)
    const checksum = `sha256 ${createHash('sha256').update('56789').digest('base64')}`
    const answer: Json = await (await sendPiece(dov, path, 5, '56789', { 'upload-checksum': checksum })).json()
    expect(String(await contentOf(dov, succeeded(answer).url))).toBe('0123456789')
  })

  test('stores nothing of a piece with a wrong checksum', async () => {
    const { dov } = await freshRealm()
    const bytes = bytesOf(15 * MIB)
    const path = await createUpload(dov, bytes.length)
    const wrong = { 'upload-checksum': sha1('something else') }
    await sendPiece(dov, path, 0, bytes.subarray(0, MIB))
    for (const end of [MIB, 2 * MIB, 5 * MIB, 12 * MIB, 15 * MIB]) {
      const response = await sendPiece(dov, path, MIB, bytes.subarray(MIB, end), wrong)
      expect([response.status, await response.json()], String(end)).toEqual([
        460,
        refusal('The bytes do not match Upload-Checksum'),
      ])
      expect(await offsetOf(dov, path)).toBe(MIB)
    }
    await sendPiece(dov, path, MIB, interrupted(bytes.slice(MIB, 2 * MIB)), {
      'upload-checksum': sha1(bytes.subarray(MIB, 3 * MIB)),
    }).catch(() => undefined)
    expect(await offsetOf(dov, path)).toBe(MIB)
    const piece = bytes.subarray(MIB, 12 * MIB)
    expect((await sendPiece(dov, path, MIB, piece, { 'upload-checksum': sha1(piece) })).status).toBe(204)
    const last = bytes.subarray(12 * MIB)
    const answer: Json = await (await sendPiece(dov, path, 12 * MIB, last, { 'upload-checksum': sha1(last) })).json()
    expect((await contentOf(dov, succeeded(answer).url)).equals(bytes)).toBe(true)
  })

  test('refuses a malformed checksum, and changes nothing', async () => {
    const { dov } = await freshRealm()
    const path = await createUpload(dov, 10)
    const msg = 'Upload-Checksum must have one of the algorithms sha1, sha256, and a checksum in Base64'
    for (const checksum of ['md5 eA==', 'sha1', 'sha1 ???', 'SHA1 eA==', 'sha1  eA==']) {
      const response = await sendPiece(dov, path, 0, '01234', { 'upload-checksum': checksum })
      expect([response.status, await response.json()], checksum).toEqual([400, refusal(msg)])
    }
    expect(await offsetOf(dov, path)).toBe(0)
  })

  test('refuses a piece that makes the file longer than announced, also at the end of a part of R2', async () => {
    const { dov } = await freshRealm()
    const path = await createUpload(dov, 5 * MIB)
    expect((await sendPiece(dov, path, 0, bytesOf(5 * MIB + 1))).status).toBe(413)
    expect(await offsetOf(dov, path)).toBe(0)
    expect((await sendPiece(dov, path, 0, bytesOf(5 * MIB))).status).toBe(200)
  })
})

describe('X-HTTP-Method-Override', () => {
  test('lets a client send POST instead of PATCH and DELETE', async () => {
    const { dov } = await freshRealm()
    const path = await createUpload(dov, 10)
    const override = (method: string, headers: Record<string, string>, body?: string) =>
      dov.request(path, { method: 'POST', headers: { 'x-http-method-override': method, ...headers }, body })
    expect((await override('PATCH', { ...PIECE_HEADERS, 'upload-offset': '0' }, '01234')).status).toBe(204)
    expect(await offsetOf(dov, path)).toBe(5)
    expect((await override('DELETE', TUS_HEADERS)).status).toBe(204)
    expect((await dov.request(path, { method: 'HEAD', headers: TUS_HEADERS })).status).toBe(404)
  })

  test('has no effect on other paths', async () => {
    const { ada, dov, general } = await freshRealm()
    const { id } = await dov.sends(general, 'lunch', 'Pizza?')
    const overridden = (path: string, method: string) =>
      ada.request(path, { method: 'POST', headers: { ...TUS_HEADERS, 'x-http-method-override': method } })
    expect((await overridden(`/messages/${id}`, 'DELETE')).status).toBe(405)
    expect((await overridden(`/messages/${id}`, 'PATCH')).status).toBe(405)
    expect((await overridden(`/streams/${general.stream_id}`, 'DELETE')).status).toBe(405)
    expect((await overridden(`/users/${dov.id}`, 'DELETE')).status).toBe(405)
    succeeded(await ada.get(`/messages/${id}`))
    // The path `/tus` has no PATCH and no DELETE, so the request is a malformed `POST /tus`.
    expect((await overridden('/tus', 'DELETE')).status).toBe(400)
    const path = await createUpload(dov, 10)
    expect(
      (await dov.request(path, { method: 'POST', headers: { ...TUS_HEADERS, 'x-http-method-override': 'GET' } }))
        .status,
    ).toBe(405)
    expect(await offsetOf(dov, path)).toBe(0)
  })

  test('has no effect on requests without the tus headers', async () => {
    const { dov } = await freshRealm()
    const path = await createUpload(dov, 10)
    const response = await dov.request(path, { method: 'POST', headers: { 'x-http-method-override': 'DELETE' } })
    expect(response.status).toBe(405)
    expect(await offsetOf(dov, path)).toBe(0)
  })
})
