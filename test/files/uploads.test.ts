import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { crash, hush, inStorage, passTime, ring } from '../support/faults'
import { breakR2, bytesOf, fileOf, keysOf, uploaded, uploads, visit } from '../support/files'
import { refusal } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'

const MIB = 1024 * 1024
const TUS = { 'tus-resumable': '1.0.0' }
const PIECE = { ...TUS, 'content-type': 'application/offset+octet-stream' }

const named = (filename: string, filetype = '') =>
  [`filename ${btoa(filename)}`, ...(filetype ? [`filetype ${btoa(filetype)}`] : [])].join(',')

const creates = (person: Person, size: number | string, metadata = named('much.bin'), headers = {}) =>
  person.request('/tus/', {
    method: 'POST',
    headers: { ...TUS, 'upload-length': String(size), 'upload-metadata': metadata, ...headers },
  })

/** The path of a new upload, within the API. */
async function begun(person: Person, size: number, metadata?: string): Promise<string> {
  const response = await creates(person, size, metadata)
  expect(response.status).toBe(201)
  const location = response.headers.get('location')!
  expect(location).toMatch(/^http:\/\/[^/]+\/api\/v1\/tus\/\w{30}$/)
  return new URL(location).pathname.slice('/api/v1'.length)
}

const sends = (person: Person, path: string, offset: number, body: BodyInit, headers = {}) =>
  person.request(path, { method: 'PATCH', headers: { ...PIECE, 'upload-offset': String(offset), ...headers }, body })

async function offsetOf(person: Person, path: string): Promise<number> {
  const response = await person.request(path, { method: 'HEAD', headers: TUS })
  expect(response.status).toBe(200)
  return Number(response.headers.get('upload-offset'))
}

/** A piece whose line breaks when so much of it has come. */
function broken(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let isSent = false
  return new ReadableStream({
    pull(controller) {
      if (isSent) return controller.error(new Error('The line broke'))
      isSent = true
      controller.enqueue(bytes)
    },
  })
}

const NO_ROOM = "Upload would exceed your organization's upload quota."

const sha1 = (bytes: string | Uint8Array) => `sha1 ${createHash('sha1').update(bytes).digest('base64')}`

const contentAt = async (person: Person, url: string) => Buffer.from(await (await visit(person, url)).arrayBuffer())

describe('tus', () => {
  test('what is spoken is told to whoever asks', async () => {
    const { realm } = await freshRealm()
    const response = await realm.request('/tus/', { method: 'OPTIONS', headers: { origin: 'https://example.com' } })
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'tus-resumable': '1.0.0',
      'tus-version': '1.0.0',
      'tus-extension': 'creation,creation-with-upload,checksum,expiration,termination',
      'tus-checksum-algorithm': 'sha1,sha256',
      'tus-max-size': String(16 * MIB),
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'OPTIONS, POST',
      'access-control-allow-headers': expect.stringContaining('Upload-Offset'),
      'access-control-expose-headers': expect.stringContaining('Upload-Offset'),
    })
  })

  test('a large file comes in three pieces, and is a file when the last has come', async () => {
    const { realm, ada, dov } = await freshRealm()
    const bytes = bytesOf(12 * MIB)
    const path = await begun(dov, bytes.length, named('my film.mp4', 'video/mp4'))
    const cuts = [0, 3 * MIB + 7, 9 * MIB + 1, bytes.length]
    for (const nth of [0, 1]) {
      expect(await offsetOf(dov, path)).toBe(cuts[nth])
      const response = await sends(dov, path, cuts[nth]!, bytes.subarray(cuts[nth], cuts[nth + 1]))
      expect([response.status, response.headers.get('upload-offset')]).toEqual([204, String(cuts[nth + 1])])
      expect(response.headers.get('tus-resumable')).toBe('1.0.0')
      expect(Date.parse(response.headers.get('upload-expires')!)).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    }
    // Nothing hangs on what is in memory.
    await crash(realm)
    let answer: Json
    const [his, hers] = await receivedBy([dov, ada], async () => {
      const last = await sends(dov, path, cuts[2]!, bytes.subarray(cuts[2]))
      expect([last.status, last.headers.get('upload-offset')]).toEqual([200, String(bytes.length)])
      answer = await last.json()
    })
    expect(answer).toEqual({
      result: 'success',
      msg: '',
      url: expect.stringMatching(/^\/user_uploads\/\d+\/\w\w\/\w{28}\/my-film\.mp4$/),
      uri: answer.url,
      filename: 'my film.mp4',
    })
    expect(his!.plain).toMatchObject([{ type: 'attachment', op: 'add', attachment: { size: bytes.length } }])
    expect(hers!.plain).toEqual([])
    expect((await contentAt(dov, answer.url)).equals(bytes)).toBe(true)
    expect((await visit(dov, answer.url, { method: 'HEAD' })).headers.get('content-type')).toBe('video/mp4')
    // The upload is done, and what waited beside it is gone.
    expect((await dov.request(path, { method: 'HEAD', headers: TUS })).status).toBe(404)
    await ring(realm)
    expect(await keysOf(realm)).toHaveLength(1)
  })

  test('sizes on either side of a part of R2’s come as they are', { timeout: 120_000 }, async () => {
    const { dov } = await freshRealm()
    for (const size of [1, 5 * MIB - 1, 5 * MIB, 5 * MIB + 1]) {
      const bytes = bytesOf(size)
      const path = await begun(dov, size)
      const middle = size > 1 ? size - 1 : 0
      expect((await sends(dov, path, 0, bytes.subarray(0, middle))).status).toBe(204)
      const answer: Json = await (await sends(dov, path, middle, bytes.subarray(middle))).json()
      expect((await contentAt(dov, succeeded(answer).url)).equals(bytes), String(size)).toBe(true)
      const [{ id }] = succeeded(await dov.get('/attachments')).attachments
      succeeded(await dov.delete(`/attachments/${id}`))
    }
  })

  test('an empty file is there at once', async () => {
    const { dov } = await freshRealm()
    const response = await creates(dov, 0, named('nothing.txt', 'text/plain'))
    expect(response.status).toBe(201)
    const { url } = succeeded(await response.json())
    expect((await contentAt(dov, url)).length).toBe(0)
  })

  test('a line that breaks costs nothing that came before', async () => {
    const { dov } = await freshRealm()
    const bytes = bytesOf(7 * MIB)
    const path = await begun(dov, bytes.length)
    await sends(dov, path, 0, broken(bytes.slice(0, 2 * MIB))).catch(() => undefined)
    expect(await offsetOf(dov, path)).toBe(2 * MIB)
    await sends(dov, path, 2 * MIB, broken(bytes.slice(2 * MIB, 6 * MIB))).catch(() => undefined)
    expect(await offsetOf(dov, path)).toBe(6 * MIB)
    const answer: Json = await (await sends(dov, path, 6 * MIB, bytes.subarray(6 * MIB))).json()
    expect((await contentAt(dov, succeeded(answer).url)).equals(bytes)).toBe(true)
  })

  test('what R2 does not keep has not come', async () => {
    const { realm, dov } = await freshRealm()
    hush('error')
    const path = await begun(dov, 10)
    const mend = breakR2(realm, 'put')
    await changesNothing([dov], async () => {
      for (const piece of ['01234', '0123456789']) expect((await sends(dov, path, 0, piece)).status, piece).toBe(503)
    })
    expect(await offsetOf(dov, path)).toBe(0)
    mend()
    expect((await sends(dov, path, 0, '0123456789')).status).toBe(200)
  })

  test('what waits may be more than the realm heard of, where somebody died between the two', async () => {
    const { realm, dov } = await freshRealm()
    const path = await begun(dov, 10)
    await sends(dov, path, 0, '01234')
    await inStorage(realm, (state) => state.storage.sql.exec('UPDATE resumable_uploads SET arrived = 3').toArray())
    expect(await offsetOf(dov, path)).toBe(3)
    const answer: Json = await (await sends(dov, path, 3, '3456789')).json()
    expect(String(await contentAt(dov, succeeded(answer).url))).toBe('0123456789')
  })

  test('R2 may have put it together for somebody who did not live to say so', async () => {
    const { realm, dov } = await freshRealm()
    hush('error')
    const bytes = bytesOf(6 * MIB)
    const path = await begun(dov, bytes.length)
    await sends(dov, path, 0, bytes.subarray(0, 5 * MIB))
    const before = await inStorage(realm, (state) =>
      state.storage.sql.exec('SELECT * FROM resumable_uploads').toArray(),
    )
    expect((await sends(dov, path, 5 * MIB, bytes.subarray(5 * MIB))).status).toBe(200)
    // As if the realm had never heard of the end.
    await inStorage(realm, (state) => {
      const { upload_id, user_id, metadata, size, arrived, r2_upload_id, parts, written_at, expires_at } = before[0]!
      state.storage.sql.exec('DELETE FROM attachments')
      state.storage.sql.exec(
        'INSERT INTO doomed_files (key, doomed_at) VALUES (?, ?)',
        `uploads/${path.split('/').at(-1)}`,
        expires_at,
      )
      const values = [upload_id, user_id, metadata, size, arrived, r2_upload_id, parts, null, written_at, expires_at]
      state.storage.sql.exec('INSERT INTO resumable_uploads VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)', ...values)
    })
    const answer: Json = await (await sends(dov, path, 5 * MIB, bytes.subarray(5 * MIB))).json()
    expect((await contentAt(dov, succeeded(answer).url)).equals(bytes)).toBe(true)
  })

  test('one piece at a time: another is told to wait, until whoever wrote has died', async () => {
    const { realm, dov } = await freshRealm()
    const path = await begun(dov, 10)
    await inStorage(realm, (state) => state.storage.sql.exec("UPDATE resumable_uploads SET writer = 'x'").toArray())
    expect((await sends(dov, path, 0, '0123456789')).status).toBe(423)
    await passTime(realm, 61)
    expect((await sends(dov, path, 0, '0123456789')).status).toBe(200)
  })

  test('whoever was taken for dead writes over nobody who came after', async () => {
    const { realm, dov } = await freshRealm()
    const path = await begun(dov, 10)
    const { promise: silence, resolve: end } = Promise.withResolvers<void>()
    let isSent = false
    const stalled = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (isSent) {
          await silence
          return controller.error(new Error('The line broke'))
        }
        isSent = true
        controller.enqueue(new TextEncoder().encode('012'))
      },
    })
    const first = sends(dov, path, 0, stalled).catch(() => undefined)
    const writers = () =>
      inStorage(realm, (state) => state.storage.sql.exec('SELECT writer FROM resumable_uploads').toArray())
    while ((await writers())[0]!.writer === null);
    await passTime(realm, 61)
    expect((await sends(dov, path, 0, '0123456')).status).toBe(204)
    end()
    await first
    expect(await offsetOf(dov, path)).toBe(7)
    const answer: Json = await (await sends(dov, path, 7, '789')).json()
    expect(String(await contentAt(dov, succeeded(answer).url))).toBe('0123456789')
  })

  test('two at once: one is put away, and the file is whole', async () => {
    const { dov } = await freshRealm()
    const path = await begun(dov, 10)
    const answers = await Promise.all(['0123456789', '0123456789'].map((piece) => sends(dov, path, 0, piece)))
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses[0]).toBe(200)
    expect([404, 409, 423]).toContain(statuses[1])
    expect(succeeded(await dov.get('/attachments')).attachments).toHaveLength(1)
  })

  test('what makes no sense is refused, and nothing changes', async () => {
    const { dov } = await freshRealm()
    const path = await begun(dov, 10)
    await sends(dov, path, 0, '01')
    const cases: [asks: () => Promise<Response>, status: number, msg: string][] = [
      [() => sends(dov, path, 0, 'x'), 409, 'Upload-Offset is not where the upload is'],
      [() => sends(dov, path, 3, 'x'), 409, 'Upload-Offset is not where the upload is'],
      [() => sends(dov, path, 2, 'x', { 'upload-offset': '-1' }), 400, 'Upload-Offset is not a non-negative integer'],
      [
        () => sends(dov, path, 2, 'x', { 'content-type': 'text/plain' }),
        415,
        'Content-Type must be application/offset+octet-stream',
      ],
      [() => sends(dov, path, 2, 'x', { 'tus-resumable': '0.2.2' }), 412, 'Tus-Resumable must be 1.0.0'],
      [() => sends(dov, path, 2, '23456789x'), 413, 'There is more of the file than Upload-Length said'],
      [() => sends(dov, '/tus/nothing', 2, 'x'), 404, 'There is no such upload, or its time is up'],
      [() => creates(dov, 1, named('x'), { 'tus-resumable': '2.0.0' }), 412, 'Tus-Resumable must be 1.0.0'],
      [() => creates(dov, 1, 'filename ???'), 400, 'Invalid Upload-Metadata'],
      [() => creates(dov, 1, 'filename eA== eA=='), 400, 'Invalid Upload-Metadata'],
      [
        () => creates(dov, 16 * MIB + 1),
        413,
        "File is larger than this server's configured maximum upload size (16 MiB).",
      ],
    ]
    await changesNothing([dov], async () => {
      for (const [asks, status, msg] of cases) {
        const response = await asks()
        expect([response.status, await response.json()], msg).toEqual([status, refusal(msg)])
        expect(response.headers.get('tus-version')).toBe(status === 412 ? '1.0.0' : null)
      }
    })
    const lengthless = await dov.request('/tus', { method: 'POST', headers: TUS })
    expect(await lengthless.json()).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: 'Upload-Length' })
    expect(await offsetOf(dov, path)).toBe(2)
    expect((await sends(dov, path, 2, '23456789')).status).toBe(200)
  })

  test('what others have announced is room that is taken', async () => {
    const { ada, dov } = await freshRealm()
    await uploaded(ada, fileOf(bytesOf(1 * MIB)))
    await begun(ada, 15 * MIB)
    const answer = await creates(dov, 9 * MIB)
    expect([answer.status, ((await answer.json()) as Json).code]).toEqual([400, 'REALM_UPLOAD_QUOTA'])
    await begun(dov, 8 * MIB)
  })

  test('what is promised is nobody else’s, however the others come', async () => {
    const { ada, dov } = await freshRealm()
    const path = await begun(ada, 12 * MIB)
    await begun(ada, 8 * MIB)
    expect(await uploads(dov, fileOf(bytesOf(5 * MIB)))).toEqual(refusal(NO_ROOM, 'REALM_UPLOAD_QUOTA'))
    await uploaded(dov, fileOf(bytesOf(4 * MIB)))
    expect((await sends(ada, path, 0, bytesOf(12 * MIB))).status).toBe(200)
  })

  test('of two at once that have no room together, one is refused', async () => {
    const { ada, dov } = await freshRealm()
    const file = fileOf(bytesOf(13 * MIB))
    const answers = await Promise.all([uploads(ada, file), uploads(dov, file)])
    expect(answers.filter(({ result }) => result === 'success')).toHaveLength(1)
    const announced = await Promise.all([creates(ada, 8 * MIB), creates(dov, 8 * MIB)])
    expect(announced.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400])
  })

  test('what is given up gives its room back at once, and what nothing came of within an hour', async () => {
    const { realm, ada, dov } = await freshRealm()
    await begun(dov, 16 * MIB)
    const path = await begun(dov, 8 * MIB)
    expect((await creates(ada, 8 * MIB)).status).toBe(400)
    expect((await dov.request(path, { method: 'DELETE', headers: TUS })).status).toBe(204)
    await begun(ada, 8 * MIB)
    expect((await creates(ada, 16 * MIB)).status).toBe(400)
    await passTime(realm, 3660)
    await begun(ada, 16 * MIB)
  })

  test('nobody begins more than a hundred at once', async () => {
    const { ada, dov } = await freshRealm()
    const paths = await Promise.all(Array.from({ length: 100 }, () => begun(dov, 10)))
    const answer = await creates(dov, 10)
    const msg = 'Finish or give up some of your uploads before you begin another'
    expect([answer.status, await answer.json()]).toEqual([400, refusal(msg)])
    await begun(ada, 10)
    expect((await sends(dov, paths[0]!, 0, '0123456789')).status).toBe(200)
    await begun(dov, 10)
  })

  test('an upload is known to nobody but who began it', async () => {
    const { realm, ada, dov } = await freshRealm()
    const path = await begun(dov, 10)
    for (const [method, headers] of [
      ['HEAD', TUS],
      ['PATCH', { ...PIECE, 'upload-offset': '0' }],
      ['DELETE', TUS],
    ] as const) {
      const body = method === 'PATCH' ? '0123456789' : undefined
      expect((await ada.request(path, { method, headers, body })).status, method).toBe(404)
      expect((await realm.request(path, { method, headers, body })).status, method).toBe(401)
    }
    expect(await offsetOf(dov, path)).toBe(0)
  })

  test('HEAD tells what was said at the beginning', async () => {
    const { dov } = await freshRealm()
    const metadata = `${named('x.txt')},mine,other eA==`
    const path = await begun(dov, 10, metadata)
    const { headers, status } = await dov.request(path, { method: 'HEAD', headers: TUS })
    expect([
      status,
      headers.get('upload-length'),
      headers.get('upload-metadata'),
      headers.get('cache-control'),
    ]).toEqual([200, '10', metadata, 'private, no-store'])
  })

  test('one that is given up is gone, here and in R2', async () => {
    const { realm, dov } = await freshRealm()
    const path = await begun(dov, 7 * MIB)
    await sends(dov, path, 0, bytesOf(6 * MIB))
    expect(await keysOf(realm)).toHaveLength(1)
    expect((await dov.request(path, { method: 'DELETE', headers: TUS })).status).toBe(204)
    expect((await dov.request(path, { method: 'HEAD', headers: TUS })).status).toBe(404)
    await ring(realm)
    expect(await keysOf(realm)).toEqual([])
    expect(
      await inStorage(realm, (state) => state.storage.sql.exec('SELECT * FROM resumable_uploads').toArray()),
    ).toEqual([])
  })

  test('one that R2 knows nothing of any more ends all the same', async () => {
    const { realm, dov } = await freshRealm()
    hush('error')
    for (let nth = 0; nth < 2; nth++) await begun(dov, 10)
    await inStorage(realm, (state) => {
      state.storage.sql.exec("UPDATE resumable_uploads SET r2_upload_id = 'x'")
    })
    await passTime(realm, 86_401)
    await ring(realm)
    expect(
      await inStorage(realm, (state) => state.storage.sql.exec('SELECT 1 FROM resumable_uploads').toArray()),
    ).toEqual([])
  })

  test('one that nobody goes on with ends after a day', async () => {
    const { realm, dov } = await freshRealm()
    const path = await begun(dov, 10)
    await passTime(realm, 3500)
    await sends(dov, path, 0, '01234')
    await passTime(realm, 86_000)
    expect(await offsetOf(dov, path)).toBe(5)
    await passTime(realm, 401)
    expect((await sends(dov, path, 5, '56789')).status).toBe(404)
    await ring(realm)
    expect(await keysOf(realm)).toEqual([])
  })
})

describe('tus: a first piece that comes along', () => {
  const createsWith = (person: Person, size: number, piece: string | Uint8Array<ArrayBuffer>, headers = {}) =>
    person.request('/tus', {
      method: 'POST',
      headers: { ...PIECE, 'upload-length': String(size), 'upload-metadata': named('x.txt', 'text/plain'), ...headers },
      body: piece,
    })

  test('a whole file takes one request', async () => {
    const { dov } = await freshRealm()
    const response = await createsWith(dov, 10, '0123456789')
    expect([response.status, response.headers.get('upload-offset')]).toEqual([201, '10'])
    const answer: Json = await response.json()
    expect(String(await contentAt(dov, succeeded(answer).url))).toBe('0123456789')
  })

  test('of a part of it the rest is sent later', async () => {
    const { dov } = await freshRealm()
    const response = await createsWith(dov, 10, '01234')
    expect([response.status, response.headers.get('upload-offset'), await response.text()]).toEqual([201, '5', ''])
    expect(Date.parse(response.headers.get('upload-expires')!)).toBeGreaterThan(Date.now())
    const path = new URL(response.headers.get('location')!).pathname.slice('/api/v1'.length)
    expect(await offsetOf(dov, path)).toBe(5)
    const answer: Json = await (await sends(dov, path, 5, '56789')).json()
    expect(String(await contentAt(dov, succeeded(answer).url))).toBe('0123456789')
  })

  test('a body of another kind is no piece', async () => {
    const { dov } = await freshRealm()
    const response = await createsWith(dov, 10, '01234', { 'content-type': 'text/plain' })
    expect([response.status, response.headers.get('upload-offset')]).toEqual([201, '0'])
  })

  test('where it is refused there is no upload, and its room is given back', async () => {
    const { realm, dov } = await freshRealm()
    hush('error')
    await begun(dov, 9 * MIB)
    const size = 15 * MIB
    const cases: [asks: () => Promise<Response>, status: number][] = [
      [() => createsWith(dov, size, bytesOf(1 * MIB), { 'upload-checksum': sha1('x') }), 460],
      [() => createsWith(dov, size, bytesOf(1 * MIB), { 'upload-checksum': 'md4 eA==' }), 400],
      [() => createsWith(dov, size, bytesOf(size + 1)), 413],
      [
        async () => {
          const mend = breakR2(realm, 'put')
          const response = await createsWith(dov, size, bytesOf(1 * MIB))
          mend()
          return response
        },
        503,
      ],
    ]
    await changesNothing([dov], async () => {
      for (const [asks, status] of cases) {
        const response = await asks()
        expect([response.status, response.headers.get('location')]).toEqual([status, null])
      }
    })
    await begun(dov, size)
  })
})

describe('tus: checksums', () => {
  test('a piece that came as it was sent is kept', async () => {
    const { dov } = await freshRealm()
    const path = await begun(dov, 10)
    expect((await sends(dov, path, 0, '01234', { 'upload-checksum': sha1('01234') })).status).toBe(204)
    const checksum = `sha256 ${createHash('sha256').update('56789').digest('base64')}`
    const answer: Json = await (await sends(dov, path, 5, '56789', { 'upload-checksum': checksum })).json()
    expect(String(await contentAt(dov, succeeded(answer).url))).toBe('0123456789')
  })

  test('of one that did not, nothing is', { timeout: 60_000 }, async () => {
    const { dov } = await freshRealm()
    const bytes = bytesOf(15 * MIB)
    const path = await begun(dov, bytes.length)
    const wrong = { 'upload-checksum': sha1('something else') }
    await sends(dov, path, 0, bytes.subarray(0, MIB))
    for (const end of [MIB, 2 * MIB, 5 * MIB, 12 * MIB, 15 * MIB]) {
      const response = await sends(dov, path, MIB, bytes.subarray(MIB, end), wrong)
      expect([response.status, await response.json()], String(end)).toEqual([
        460,
        refusal('What came is not what Upload-Checksum said'),
      ])
      expect(await offsetOf(dov, path)).toBe(MIB)
    }
    await sends(dov, path, MIB, broken(bytes.slice(MIB, 2 * MIB)), {
      'upload-checksum': sha1(bytes.subarray(MIB, 3 * MIB)),
    }).catch(() => undefined)
    expect(await offsetOf(dov, path)).toBe(MIB)
    const rest = bytes.subarray(MIB, 12 * MIB)
    expect((await sends(dov, path, MIB, rest, { 'upload-checksum': sha1(rest) })).status).toBe(204)
    const last = bytes.subarray(12 * MIB)
    const answer: Json = await (await sends(dov, path, 12 * MIB, last, { 'upload-checksum': sha1(last) })).json()
    expect((await contentAt(dov, succeeded(answer).url)).equals(bytes)).toBe(true)
  })

  test('a checksum that makes no sense is refused, and nothing changes', async () => {
    const { dov } = await freshRealm()
    const path = await begun(dov, 10)
    const msg = 'Upload-Checksum must be one of sha1, sha256, and a checksum in Base64'
    for (const checksum of ['md5 eA==', 'sha1', 'sha1 ???', 'SHA1 eA==', 'sha1  eA==']) {
      const response = await sends(dov, path, 0, '01234', { 'upload-checksum': checksum })
      expect([response.status, await response.json()], checksum).toEqual([400, refusal(msg)])
    }
    expect(await offsetOf(dov, path)).toBe(0)
  })

  test('one byte more than announced is noticed, also where a part of R2’s ends', async () => {
    const { dov } = await freshRealm()
    const path = await begun(dov, 5 * MIB)
    expect((await sends(dov, path, 0, bytesOf(5 * MIB + 1))).status).toBe(413)
    expect(await offsetOf(dov, path)).toBe(0)
    expect((await sends(dov, path, 0, bytesOf(5 * MIB))).status).toBe(200)
  })
})

describe('tus: where PATCH and DELETE cannot be said', () => {
  test('POST means them beside itself', async () => {
    const { dov } = await freshRealm()
    const path = await begun(dov, 10)
    const means = (method: string, headers: Record<string, string>, body?: string) =>
      dov.request(path, { method: 'POST', headers: { 'x-http-method-override': method, ...headers }, body })
    expect((await means('PATCH', { ...PIECE, 'upload-offset': '0' }, '01234')).status).toBe(204)
    expect(await offsetOf(dov, path)).toBe(5)
    expect((await means('DELETE', TUS)).status).toBe(204)
    expect((await dov.request(path, { method: 'HEAD', headers: TUS })).status).toBe(404)
  })

  test('a request of another path keeps its method', async () => {
    const { ada, dov, general } = await freshRealm()
    const { id } = await dov.sends(general, 'lunch', 'Pizza?')
    const overridden = (path: string, method: string) =>
      ada.request(path, { method: 'POST', headers: { ...TUS, 'x-http-method-override': method } })
    expect((await overridden(`/messages/${id}`, 'DELETE')).status).toBe(405)
    expect((await overridden(`/messages/${id}`, 'PATCH')).status).toBe(405)
    expect((await overridden(`/streams/${general.stream_id}`, 'DELETE')).status).toBe(405)
    expect((await overridden(`/users/${dov.id}`, 'DELETE')).status).toBe(405)
    succeeded(await ada.get(`/messages/${id}`))
    // The path of uploads itself has no PATCH and no DELETE: the request begins an upload, or is refused as one.
    expect((await overridden('/tus', 'DELETE')).status).toBe(400)
    const path = await begun(dov, 10)
    expect(
      (await dov.request(path, { method: 'POST', headers: { ...TUS, 'x-http-method-override': 'GET' } })).status,
    ).toBe(405)
    expect(await offsetOf(dov, path)).toBe(0)
  })

  test('a request that is not tus keeps its method', async () => {
    const { dov } = await freshRealm()
    const path = await begun(dov, 10)
    const response = await dov.request(path, { method: 'POST', headers: { 'x-http-method-override': 'DELETE' } })
    expect(response.status).toBe(405)
    expect(await offsetOf(dov, path)).toBe(0)
  })
})
