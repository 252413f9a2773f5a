import { describe, expect, test } from 'vitest'
import { runAlarm } from '../support/alarms'
import { advanceClock } from '../support/clock'
import { crash, captureConsole, inStorage } from '../support/faults'
import { breakR2, bytesOf, storedKeys, visit } from '../support/files'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type Json } from '../support/person'
import { freshRealm } from '../support/realm'
import {
  TUS_HEADERS,
  PIECE_HEADERS,
  uploadMetadata,
  createUpload,
  sendPiece,
  offsetOf,
  interrupted,
  contentOf,
} from '../support/tus'

const MIB = 1024 * 1024

describe('OPTIONS /tus', () => {
  test('returns the capabilities of the server, also to clients without an account', async () => {
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
})

describe('PATCH /tus/:upload_id', () => {
  test('receives a large file in three pieces, and adds the file with the last one', async () => {
    const { realm, ada, dov } = await freshRealm()
    const bytes = bytesOf(12 * MIB)
    const path = await createUpload(dov, bytes.length, uploadMetadata('my film.mp4', 'video/mp4'))
    const cuts = [0, 3 * MIB + 7, 9 * MIB + 1, bytes.length]
    for (const index of [0, 1]) {
      expect(await offsetOf(dov, path)).toBe(cuts[index])
      const response = await sendPiece(dov, path, cuts[index]!, bytes.subarray(cuts[index], cuts[index + 1]))
      expect([response.status, response.headers.get('upload-offset')]).toEqual([204, String(cuts[index + 1])])
      expect(response.headers.get('tus-resumable')).toBe('1.0.0')
      expect(Date.parse(response.headers.get('upload-expires')!)).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    }
    // The realm needs nothing that is only in memory.
    await crash(realm)
    let answer: Json
    const [ownerEvents, otherEvents] = await receivedBy([dov, ada], async () => {
      const last = await sendPiece(dov, path, cuts[2]!, bytes.subarray(cuts[2]))
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
    expect(ownerEvents!.plain).toMatchObject([{ type: 'attachment', op: 'add', attachment: { size: bytes.length } }])
    expect(otherEvents!.plain).toEqual([])
    expect((await contentOf(dov, answer.url)).equals(bytes)).toBe(true)
    expect((await visit(dov, answer.url, { method: 'HEAD' })).headers.get('content-type')).toBe('video/mp4')
    // The upload is finished, and R2 has only the file.
    expect((await dov.request(path, { method: 'HEAD', headers: TUS_HEADERS })).status).toBe(404)
    await runAlarm(realm)
    expect(await storedKeys(realm)).toHaveLength(1)
  })

  test('receives files that are a little smaller and larger than a part of R2', async () => {
    const { dov } = await freshRealm()
    for (const size of [1, 5 * MIB - 1, 5 * MIB, 5 * MIB + 1]) {
      const bytes = bytesOf(size)
      const path = await createUpload(dov, size)
      const middle = size > 1 ? size - 1 : 0
      expect((await sendPiece(dov, path, 0, bytes.subarray(0, middle))).status).toBe(204)
      const answer: Json = await (await sendPiece(dov, path, middle, bytes.subarray(middle))).json()
      expect((await contentOf(dov, succeeded(answer).url)).equals(bytes), String(size)).toBe(true)
      const [{ id }] = succeeded(await dov.get('/attachments')).attachments
      succeeded(await dov.delete(`/attachments/${id}`))
    }
  })

  test('keeps the bytes that arrived before the connection broke', async () => {
    const { dov } = await freshRealm()
    const bytes = bytesOf(7 * MIB)
    const path = await createUpload(dov, bytes.length)
    await sendPiece(dov, path, 0, interrupted(bytes.slice(0, 2 * MIB))).catch(() => undefined)
    expect(await offsetOf(dov, path)).toBe(2 * MIB)
    await sendPiece(dov, path, 2 * MIB, interrupted(bytes.slice(2 * MIB, 6 * MIB))).catch(() => undefined)
    expect(await offsetOf(dov, path)).toBe(6 * MIB)
    const answer: Json = await (await sendPiece(dov, path, 6 * MIB, bytes.subarray(6 * MIB))).json()
    expect((await contentOf(dov, succeeded(answer).url)).equals(bytes)).toBe(true)
  })

  test('stores nothing if R2 fails', async () => {
    const { realm, dov } = await freshRealm()
    captureConsole('error')
    const path = await createUpload(dov, 10)
    const mend = breakR2(realm, 'put')
    await changesNothing([dov], async () => {
      for (const piece of ['01234', '0123456789'])
        expect((await sendPiece(dov, path, 0, piece)).status, piece).toBe(503)
    })
    expect(await offsetOf(dov, path)).toBe(0)
    mend()
    expect((await sendPiece(dov, path, 0, '0123456789')).status).toBe(200)
  })

  test('ignores bytes in R2 that the realm did not count, because the Worker died before', async () => {
    const { realm, dov } = await freshRealm()
    const path = await createUpload(dov, 10)
    await sendPiece(dov, path, 0, '01234')
    await inStorage(realm, (state) => state.storage.sql.exec('UPDATE resumable_uploads SET stored_bytes = 3').toArray())
    expect(await offsetOf(dov, path)).toBe(3)
    const answer: Json = await (await sendPiece(dov, path, 3, '3456789')).json()
    expect(String(await contentOf(dov, succeeded(answer).url))).toBe('0123456789')
  })

  test('finds a file that an earlier request completed in R2 before its Worker died', async () => {
    const { realm, dov } = await freshRealm()
    captureConsole('error')
    const bytes = bytesOf(6 * MIB)
    const path = await createUpload(dov, bytes.length)
    await sendPiece(dov, path, 0, bytes.subarray(0, 5 * MIB))
    const before = await inStorage(realm, (state) =>
      state.storage.sql.exec('SELECT * FROM resumable_uploads').toArray(),
    )
    expect((await sendPiece(dov, path, 5 * MIB, bytes.subarray(5 * MIB))).status).toBe(200)
    // As if the Worker had died before it finished the upload.
    await inStorage(realm, (state) => {
      const { upload_id, user_id, metadata, size, stored_bytes, r2_upload_id, parts, written_at, expires_at } =
        before[0]!
      state.storage.sql.exec('DELETE FROM attachments')
      state.storage.sql.exec(
        'INSERT INTO files_to_delete (key, delete_at) VALUES (?, ?)',
        `uploads/${path.split('/').at(-1)}`,
        expires_at,
      )
      const values = [
        upload_id,
        user_id,
        metadata,
        size,
        stored_bytes,
        r2_upload_id,
        parts,
        null,
        written_at,
        expires_at,
      ]
      state.storage.sql.exec('INSERT INTO resumable_uploads VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)', ...values)
    })
    const answer: Json = await (await sendPiece(dov, path, 5 * MIB, bytes.subarray(5 * MIB))).json()
    expect((await contentOf(dov, succeeded(answer).url)).equals(bytes)).toBe(true)
  })

  test('refuses a second piece until the writer of the first is silent for a minute', async () => {
    const { realm, dov } = await freshRealm()
    const path = await createUpload(dov, 10)
    await inStorage(realm, (state) => state.storage.sql.exec("UPDATE resumable_uploads SET writer = 'x'").toArray())
    expect((await sendPiece(dov, path, 0, '0123456789')).status).toBe(423)
    await advanceClock(realm, 61)
    expect((await sendPiece(dov, path, 0, '0123456789')).status).toBe(200)
  })

  test('a writer that was silent for too long cannot overwrite its successor', async () => {
    const { realm, dov } = await freshRealm()
    const path = await createUpload(dov, 10)
    const { promise: silence, resolve: end } = Promise.withResolvers<void>()
    let isSent = false
    const stalled = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (isSent) {
          await silence
          return controller.error(new Error('The connection broke'))
        }
        isSent = true
        controller.enqueue(new TextEncoder().encode('012'))
      },
    })
    const first = sendPiece(dov, path, 0, stalled).catch(() => undefined)
    const writers = () =>
      inStorage(realm, (state) => state.storage.sql.exec('SELECT writer FROM resumable_uploads').toArray())
    while ((await writers())[0]!.writer === null);
    await advanceClock(realm, 61)
    expect((await sendPiece(dov, path, 0, '0123456')).status).toBe(204)
    end()
    await first
    expect(await offsetOf(dov, path)).toBe(7)
    const answer: Json = await (await sendPiece(dov, path, 7, '789')).json()
    expect(String(await contentOf(dov, succeeded(answer).url))).toBe('0123456789')
  })

  test('stores only one of two pieces that arrive at the same time', async () => {
    const { dov } = await freshRealm()
    const path = await createUpload(dov, 10)
    const answers = await Promise.all(['0123456789', '0123456789'].map((piece) => sendPiece(dov, path, 0, piece)))
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses[0]).toBe(200)
    expect([404, 409, 423]).toContain(statuses[1])
    expect(succeeded(await dov.get('/attachments')).attachments).toHaveLength(1)
  })

  test('refuses other users and requests without an account', async () => {
    const { realm, ada, dov } = await freshRealm()
    const path = await createUpload(dov, 10)
    for (const [method, headers] of [
      ['HEAD', TUS_HEADERS],
      ['PATCH', { ...PIECE_HEADERS, 'upload-offset': '0' }],
      ['DELETE', TUS_HEADERS],
    ] as const) {
      const body = method === 'PATCH' ? '0123456789' : undefined
      expect((await ada.request(path, { method, headers, body })).status, method).toBe(404)
      expect((await realm.request(path, { method, headers, body })).status, method).toBe(401)
    }
    expect(await offsetOf(dov, path)).toBe(0)
  })
})

describe('HEAD /tus/:upload_id', () => {
  test('returns the length and the metadata of the upload', async () => {
    const { dov } = await freshRealm()
    const metadata = `${uploadMetadata('x.txt')},mine,other eA==`
    const path = await createUpload(dov, 10, metadata)
    const { headers, status } = await dov.request(path, { method: 'HEAD', headers: TUS_HEADERS })
    expect([
      status,
      headers.get('upload-length'),
      headers.get('upload-metadata'),
      headers.get('cache-control'),
    ]).toEqual([200, '10', metadata, 'private, no-store'])
  })
})

describe('DELETE /tus/:upload_id', () => {
  test('deletes the upload and its bytes in R2', async () => {
    const { realm, dov } = await freshRealm()
    const path = await createUpload(dov, 7 * MIB)
    await sendPiece(dov, path, 0, bytesOf(6 * MIB))
    expect(await storedKeys(realm)).toHaveLength(1)
    expect((await dov.request(path, { method: 'DELETE', headers: TUS_HEADERS })).status).toBe(204)
    expect((await dov.request(path, { method: 'HEAD', headers: TUS_HEADERS })).status).toBe(404)
    await runAlarm(realm)
    expect(await storedKeys(realm)).toEqual([])
    expect(
      await inStorage(realm, (state) => state.storage.sql.exec('SELECT * FROM resumable_uploads').toArray()),
    ).toEqual([])
  })
})

describe('cancelled uploads', () => {
  test('keep their bytes for a minute if R2 may receive some later', async () => {
    const { realm, dov } = await freshRealm()
    const path = await createUpload(dov, 10)
    await sendPiece(dov, path, 0, '01234')
    await inStorage(realm, (state) => state.storage.sql.exec("UPDATE resumable_uploads SET writer = 'x'").toArray())
    expect((await dov.request(path, { method: 'DELETE', headers: TUS_HEADERS })).status).toBe(204)
    await runAlarm(realm)
    expect(await storedKeys(realm)).toHaveLength(1)
    await advanceClock(realm, 61)
    await runAlarm(realm)
    expect(await storedKeys(realm)).toEqual([])
  })
})

describe('expired uploads', () => {
  test('are deleted also if R2 does not have them any more', async () => {
    const { realm, dov } = await freshRealm()
    captureConsole('error')
    for (let count = 0; count < 2; count++) await createUpload(dov, 10)
    await inStorage(realm, (state) => {
      state.storage.sql.exec("UPDATE resumable_uploads SET r2_upload_id = 'x'")
    })
    await advanceClock(realm, 86_401)
    await runAlarm(realm)
    expect(
      await inStorage(realm, (state) => state.storage.sql.exec('SELECT 1 FROM resumable_uploads').toArray()),
    ).toEqual([])
  })

  test('an upload expires a day after its last piece', async () => {
    const { realm, dov } = await freshRealm()
    const path = await createUpload(dov, 10)
    await advanceClock(realm, 3500)
    await sendPiece(dov, path, 0, '01234')
    await advanceClock(realm, 86_000)
    expect(await offsetOf(dov, path)).toBe(5)
    await advanceClock(realm, 401)
    expect((await sendPiece(dov, path, 5, '56789')).status).toBe(404)
    await runAlarm(realm)
    expect(await storedKeys(realm)).toEqual([])
  })
})
