import { describe, expect, test } from 'vitest'
import {
  beforeR2Put,
  breakR2,
  bytesOf,
  fileOf,
  formWith,
  storedKeys,
  uploadFile,
  requestUpload,
  visit,
} from '../support/files'
import { preventAlarms, runAlarm } from '../support/alarms'
import { advanceClock } from '../support/clock'
import { captureConsole } from '../support/faults'
import { refusal } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'

const MIB = 1024 * 1024

const attachmentsOf = async (person: Person): Promise<Json[]> => succeeded(await person.get('/attachments')).attachments

const statusOf = async (who: Parameters<typeof visit>[0], url: string) => (await visit(who, url)).status

describe('POST /user_uploads', () => {
  test('stores a file, returns its URL, and publishes the file to its owner', async () => {
    const { ada, dov } = await freshRealm()
    let answer: Json
    const [ownerEvents, otherEvents] = await receivedBy(
      [dov, ada],
      async () => (answer = await requestUpload(dov, fileOf('Notes', 'my notes.txt'))),
    )
    expect(answer).toEqual({
      result: 'success',
      msg: '',
      url: expect.stringMatching(/^\/user_uploads\/\d+\/\w\w\/\w{28}\/my-notes\.txt$/),
      uri: answer.url,
      filename: 'my notes.txt',
    })
    const [attachment] = await attachmentsOf(dov)
    expect(attachment).toEqual({
      id: expect.any(Number),
      name: 'my notes.txt',
      path_id: answer.url.slice('/user_uploads/'.length),
      size: 5,
      create_time: expect.any(Number),
      messages: [],
      message_ids: [],
    })
    expect(Math.abs(attachment.create_time - Date.now() / 1000)).toBeLessThan(600)
    expect(ownerEvents!.plain).toEqual([{ type: 'attachment', op: 'add', attachment, upload_space_used: 5 }])
    expect(otherEvents!.plain).toEqual([])
    expect(await attachmentsOf(ada)).toEqual([])
    expect(succeeded(await ada.get('/attachments')).upload_space_used).toBe(5)
  })

  test('stores a file that is larger than a part of R2', async () => {
    const { dov } = await freshRealm()
    const bytes = bytesOf(12 * MIB + 77)
    const { url } = await uploadFile(dov, fileOf(bytes, 'much.bin', 'application/x-much'))
    const read = new Uint8Array(await (await visit(dov, url)).arrayBuffer())
    expect(read.length).toBe(bytes.length)
    expect(Buffer.from(read).equals(bytes)).toBe(true)
    expect((await attachmentsOf(dov))[0].size).toBe(bytes.length)
  })

  test('stores an empty file, and files with content that looks like a form', async () => {
    const { dov } = await freshRealm()
    for (const content of ['', '\r\n', '\r\n--', `--x\r\n\r\n--${'-'.repeat(80)}\r\n`, '\r\n--boundar']) {
      const { url } = await uploadFile(dov, fileOf(content))
      expect(await (await visit(dov, url)).text()).toBe(content)
    }
  })

  test('removes paths and special characters from the file name', async () => {
    const { dov } = await freshRealm()
    const names: [sent: string, filename: string, inUrl: string][] = [
      ['a b - c.txt', 'a b - c.txt', 'a-b-c.txt'],
      ['../../etc/passwd', 'passwd', 'passwd'],
      ['..\\..\\windows\\system.ini', 'system.ini', 'system.ini'],
      ['..', 'uploaded-file', 'uploaded-file'],
      ['/', 'uploaded-file', 'uploaded-file'],
      ['<script>.html', '<script>.html', 'script.html'],
      ['?#%2e%2e%2f', '?#%2e%2e%2f', '2e2e2f'],
      ['ﬁne №1.txt', 'ﬁne №1.txt', 'fine-No1.txt'],
      ['résumé 履歴書.pdf', 'résumé 履歴書.pdf', 'résumé-履歴書.pdf'],
      ['a\u202Etxt.exe', 'atxt.exe', 'atxt.exe'],
      [`${'x'.repeat(300)}.txt`, `${'x'.repeat(251)}.txt`, `${'x'.repeat(251)}.txt`],
    ]
    for (const [sent, filename, inUrl] of names) {
      const answer = await uploadFile(dov, fileOf('x', sent))
      expect(answer.filename).toBe(filename)
      expect(answer.url).toMatch(/^\/user_uploads\/\d+\/\w\w\/\w{28}\/[^/]+$/)
      expect(answer.url.split('/').at(-1)).toBe(inUrl)
      expect(await statusOf(dov, answer.url), sent).toBe(200)
    }
  })

  test('refuses forms without a file, with two files, and malformed bodies', async () => {
    const { realm, dov } = await freshRealm()
    const notAFile = new FormData()
    notAFile.set('filename', 'just text')
    const cases: [body: BodyInit | undefined, msg: string, type?: string][] = [
      [undefined, 'You must specify a file to upload'],
      [notAFile, 'You must specify a file to upload'],
      ['filename=x', 'You must specify a file to upload', 'application/x-www-form-urlencoded'],
      [
        '--x\r\nContent-Disposition: form-data; name="f"; filename=""\r\n\r\n\r\n--x--',
        'You must specify a file to upload',
        'multipart/form-data; boundary=x',
      ],
      [formWith(fileOf('a'), fileOf('b')), 'You may only upload one file at a time'],
      [
        '--x\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\nbroken',
        'The request body could not be read',
        'multipart/form-data; boundary=x',
      ],
      ['nothing of the kind', 'The request body could not be read', 'multipart/form-data; boundary=x'],
      ['--x\r\n\r\nnameless\r\n--x--', 'The request body could not be read', 'multipart/form-data; boundary=x'],
    ]
    await changesNothing([dov], async () => {
      for (const [body, msg, type] of cases) {
        const headers: Record<string, string> = type ? { 'content-type': type } : {}
        const response = await dov.request('/user_uploads', { method: 'POST', body, headers })
        expect([response.status, await response.json()], msg).toEqual([400, refusal(msg)])
      }
    })
    expect(await attachmentsOf(dov)).toEqual([])
    // The alarm deletes the bytes that R2 received before the refusal.
    await advanceClock(realm, 86_401)
    await runAlarm(realm)
    expect(await storedKeys(realm)).toEqual([])
  })

  test('reports the fields that are not files as ignored', async () => {
    const { dov } = await freshRealm()
    const form = formWith(fileOf('a'))
    form.set('folder', 'inbox')
    const answer = await (await dov.request('/user_uploads?why=x', { method: 'POST', body: form })).json()
    expect(answer).toMatchObject({ result: 'success', ignored_parameters_unsupported: ['why', 'folder'] })
  })

  test('refuses a file that exceeds the size limit or the quota of the organization', async () => {
    const { ada, dov } = await freshRealm()
    const tooLarge = "File is larger than this server's configured maximum upload size (16 MiB)."
    expect(await requestUpload(dov, fileOf(bytesOf(16 * MIB + 1)))).toEqual(refusal(tooLarge))
    await uploadFile(dov, fileOf(bytesOf(16 * MIB)))
    const quotaExceeded = "Upload would exceed your organization's upload quota."
    expect(await requestUpload(ada, fileOf(bytesOf(9 * MIB)))).toEqual(refusal(quotaExceeded, 'REALM_UPLOAD_QUOTA'))
    const [{ id }] = await attachmentsOf(dov)
    succeeded(await dov.delete(`/attachments/${id}`))
    await uploadFile(ada, fileOf(bytesOf(9 * MIB)))
  })

  test('refuses a file that is too large before it has arrived completely', async () => {
    const { dov } = await freshRealm()
    const [boundary, piece] = ['border', bytesOf(MIB)]
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent === 0) {
          const head = `--${boundary}\r\ncontent-disposition: form-data; name="f"; filename="f.bin"\r\n\r\n`
          controller.enqueue(new TextEncoder().encode(head))
        }
        sent += piece.length
        controller.enqueue(piece)
        if (sent < 64 * MIB) return
        controller.enqueue(new TextEncoder().encode(`\r\n--${boundary}--\r\n`))
        controller.close()
      },
    })
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    const response = await dov.request('/user_uploads', { method: 'POST', body, headers })
    expect(((await response.json()) as Json).msg).toContain('maximum upload size (16 MiB)')
    expect(sent).toBeLessThan(32 * MIB)
  })

  test('two files that arrive at the same time cannot exceed the quota together', async () => {
    const { realm, ada, dov } = await freshRealm()
    beforeR2Put(realm, async () => {
      await uploadFile(ada, fileOf(bytesOf(16 * MIB)))
      await uploadFile(ada, fileOf(bytesOf(5 * MIB)))
    })
    const quotaExceeded = "Upload would exceed your organization's upload quota."
    expect(await requestUpload(dov, fileOf(bytesOf(4 * MIB)))).toEqual(refusal(quotaExceeded, 'REALM_UPLOAD_QUOTA'))
    expect(await attachmentsOf(dov)).toEqual([])
  })

  test('refuses a file that takes longer than a day to arrive, because its bytes may be deleted', async () => {
    const { realm, dov } = await freshRealm()
    await preventAlarms(realm)
    beforeR2Put(realm, () => advanceClock(realm, 86_400 + 1))
    expect(await requestUpload(dov, fileOf('late'))).toEqual(refusal('The upload took too long. Please try again.'))
    expect(await attachmentsOf(dov)).toEqual([])
  })

  test('fails if R2 fails, and adds no file', async () => {
    const { realm, dov } = await freshRealm()
    captureConsole('error')
    const mend = breakR2(realm, 'put', 'createMultipartUpload')
    await changesNothing([dov], async () => {
      for (const size of [5, 6 * MIB]) {
        const response = await dov.request('/user_uploads', { method: 'POST', body: formWith(fileOf(bytesOf(size))) })
        expect([response.status, ((await response.json()) as Json).code]).toEqual([503, 'STORE_UNAVAILABLE'])
      }
    })
    mend()
    expect(await attachmentsOf(dov)).toEqual([])
    await uploadFile(dov)
  })

  test('refuses requests without an account', async () => {
    const { realm } = await freshRealm()
    const response = await realm.request('/user_uploads', { method: 'POST', body: formWith(fileOf('x')) })
    expect(response.status).toBe(401)
    expect(await storedKeys(realm)).toEqual([])
  })
})
