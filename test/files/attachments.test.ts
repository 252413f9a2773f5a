import { describe, expect, test } from 'vitest'
import { beforeR2IsGiven, breakR2, bytesOf, fileOf, formWith, keysOf, uploaded, uploads, visit } from '../support/files'
import { crash, holdAlarms, hush, passTime, ring, ringByHand } from '../support/faults'
import { refusal } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { Person, succeeded, type Json } from '../support/person'
import { PNG } from '../support/pictures'
import { emptyRealm, freshRealm, newChannel, type TestRealm } from '../support/realm'

const WEEK = 7 * 86_400
const MIB = 1024 * 1024

/** As text, whatever it says that it is. */
const contentOf = async (response: Response) => new TextDecoder().decode(await response.arrayBuffer())
const listed = async (person: Person): Promise<Json[]> => succeeded(await person.get('/attachments')).attachments
const linkTo = ({ url, filename }: { url: string; filename: string }) => `[${filename}](${url})`
const statusFor = async (who: Parameters<typeof visit>[0], url: string) => (await visit(who, url)).status

describe('POST /user_uploads', () => {
  test('keeps a file and says where it is, and its owner hears of it', async () => {
    const { ada, dov } = await freshRealm()
    let answer: Json
    const [his, hers] = await receivedBy(
      [dov, ada],
      async () => (answer = await uploads(dov, fileOf('Notes', 'my notes.txt'))),
    )
    expect(answer).toEqual({
      result: 'success',
      msg: '',
      url: expect.stringMatching(/^\/user_uploads\/\d+\/\w\w\/\w{28}\/my-notes\.txt$/),
      uri: answer.url,
      filename: 'my notes.txt',
    })
    const [attachment] = await listed(dov)
    expect(attachment).toEqual({
      id: expect.any(Number),
      name: 'my notes.txt',
      path_id: answer.url.slice('/user_uploads/'.length),
      size: 5,
      create_time: expect.any(Number),
      messages: [],
    })
    expect(attachment.create_time % 1000).toBe(0)
    expect(his!.plain).toEqual([{ type: 'attachment', op: 'add', attachment, upload_space_used: 5 }])
    expect(hers!.plain).toEqual([])
    expect(await listed(ada)).toEqual([])
    expect(succeeded(await ada.get('/attachments')).upload_space_used).toBe(5)
  })

  test('a large one comes in parts, and is read as it was', async () => {
    const { dov } = await freshRealm()
    const bytes = bytesOf(12 * MIB + 77)
    const { url } = await uploaded(dov, fileOf(bytes, 'much.bin', 'application/x-much'))
    const read = new Uint8Array(await (await visit(dov, url)).arrayBuffer())
    expect(read.length).toBe(bytes.length)
    expect(Buffer.from(read).equals(bytes)).toBe(true)
    expect((await listed(dov))[0].size).toBe(bytes.length)
  })

  test('an empty one, and one that looks like the form it comes in, are files like others', async () => {
    const { dov } = await freshRealm()
    for (const content of ['', '\r\n', '\r\n--', `--x\r\n\r\n--${'-'.repeat(80)}\r\n`, '\r\n--boundar']) {
      const { url } = await uploaded(dov, fileOf(content))
      expect(await (await visit(dov, url)).text()).toBe(content)
    }
  })

  test('names become what an address can hold, and lead nowhere else', async () => {
    const { dov } = await freshRealm()
    const names: [said: string, told: string, ending: string][] = [
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
    for (const [said, told, ending] of names) {
      const answer = await uploaded(dov, fileOf('x', said))
      expect(answer.filename).toBe(told)
      expect(answer.url).toMatch(/^\/user_uploads\/\d+\/\w\w\/\w{28}\/[^/]+$/)
      expect(answer.url.split('/').at(-1)).toBe(ending)
      expect(await statusFor(dov, answer.url), said).toBe(200)
    }
  })

  test('what is no one file is refused, and nothing changes', async () => {
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
    expect(await listed(dov)).toEqual([])
    // What was kept of them on the way is found and deleted.
    await passTime(realm, 86_401)
    await ring(realm)
    expect(await keysOf(realm)).toEqual([])
  })

  test('fields that are no files are named as unknown', async () => {
    const { dov } = await freshRealm()
    const form = formWith(fileOf('a'))
    form.set('folder', 'inbox')
    const answer = await (await dov.request('/user_uploads?why=x', { method: 'POST', body: form })).json()
    expect(answer).toMatchObject({ result: 'success', ignored_parameters_unsupported: ['why', 'folder'] })
  })

  test('a file that is too large, or too much for the organization, is refused however much of it has come', async () => {
    const { ada, dov } = await freshRealm()
    const tooLarge = "File is larger than this server's configured maximum upload size (16 MiB)."
    expect(await uploads(dov, fileOf(bytesOf(16 * MIB + 1)))).toEqual(refusal(tooLarge))
    await uploaded(dov, fileOf(bytesOf(16 * MIB)))
    const tooMuch = "Upload would exceed your organization's upload quota."
    expect(await uploads(ada, fileOf(bytesOf(9 * MIB)))).toEqual(refusal(tooMuch, 'REALM_UPLOAD_QUOTA'))
    const [{ id }] = await listed(dov)
    succeeded(await dov.delete(`/attachments/${id}`))
    await uploaded(ada, fileOf(bytesOf(9 * MIB)))
  })

  test('a file that is too large is refused before all of it has come', async () => {
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

  test('two files that come at the same time do not exceed the quota together', async () => {
    const { realm, ada, dov } = await freshRealm()
    beforeR2IsGiven(realm, async () => {
      await uploaded(ada, fileOf(bytesOf(16 * MIB)))
      await uploaded(ada, fileOf(bytesOf(5 * MIB)))
    })
    const tooMuch = "Upload would exceed your organization's upload quota."
    expect(await uploads(dov, fileOf(bytesOf(4 * MIB)))).toEqual(refusal(tooMuch, 'REALM_UPLOAD_QUOTA'))
    expect(await listed(dov)).toEqual([])
  })

  test('a file that takes longer than a day to come is refused, as R2 deletes its bytes', async () => {
    const { realm, dov } = await freshRealm()
    await holdAlarms(realm)
    beforeR2IsGiven(realm, () => passTime(realm, 86_400 + 1))
    expect(await uploads(dov, fileOf('late'))).toEqual(refusal('The upload took too long. Please try again.'))
    expect(await listed(dov)).toEqual([])
  })

  test('what R2 does not keep is not acknowledged, and leaves nothing', async () => {
    const { realm, dov } = await freshRealm()
    hush('error')
    const mend = breakR2(realm, 'put', 'createMultipartUpload')
    await changesNothing([dov], async () => {
      for (const size of [5, 6 * MIB]) {
        const response = await dov.request('/user_uploads', { method: 'POST', body: formWith(fileOf(bytesOf(size))) })
        expect([response.status, ((await response.json()) as Json).code]).toEqual([503, 'STORE_UNAVAILABLE'])
      }
    })
    mend()
    expect(await listed(dov)).toEqual([])
    await uploaded(dov)
  })

  test('nobody without an account uploads anything', async () => {
    const { realm } = await freshRealm()
    const response = await realm.request('/user_uploads', { method: 'POST', body: formWith(fileOf('x')) })
    expect(response.status).toBe(401)
    expect(await keysOf(realm)).toEqual([])
  })
})

describe('GET /user_uploads/:realm_id_str/:filename', () => {
  test('a file is its owner’s until a message holds it, and then its readers’', async () => {
    const { realm, ada, ben, dov, ezra, vault, general } = await freshRealm()
    const file = await uploaded(ada)
    const { url } = file
    const everyone = [ada, ben, dov, ezra]
    const statuses = async () => Promise.all(everyone.map((person) => statusFor(person, url)))
    expect(await statuses()).toEqual([200, 403, 403, 403])
    await ada.sends(vault, 'keys', linkTo(file))
    expect(await statuses()).toEqual([200, 200, 403, 403])
    const { id } = await ada.sendsDirectly([ezra], linkTo(file))
    expect(await statuses()).toEqual([200, 200, 403, 200])
    succeeded(await ada.delete(`/messages/${id}`))
    expect(await statuses()).toEqual([200, 200, 403, 403])
    await ada.sends(general, 'keys', linkTo(file))
    expect(await statuses()).toEqual([200, 200, 200, 200])
    expect(await statusFor(realm, url)).toBe(403)
    for (const address of [url, url.replace('/user_uploads/', '/user_uploads/download/')])
      expect((await (await visit(realm, address)).json()) as Json).toEqual(
        refusal('You are not authorized to view this file.'),
      )
  })

  test('who leaves a private channel leaves its files, and so do guests and those who come too late', async () => {
    const { ada, ben, dov, ezra } = await freshRealm()
    const cellar = await newChannel(ada, 'cellar', [ada, dov], { invite_only: true })
    const garden = await newChannel(ada, 'garden', [ada])
    const [secret, open] = [await uploaded(ada, fileOf('secret')), await uploaded(ada, fileOf('open'))]
    await ada.sends(cellar, 'wine', linkTo(secret))
    await ada.sends(garden, 'roses', linkTo(open))
    expect(await statusFor(dov, secret.url)).toBe(200)
    expect([await statusFor(dov, open.url), await statusFor(ezra, open.url)]).toEqual([200, 403])
    succeeded(await dov.delete('/users/me/subscriptions', { subscriptions: ['cellar'] }))
    await ada.subscribes(cellar, { principals: [ben.id] })
    for (const outside of [dov, ben]) expect(await statusFor(outside, secret.url)).toBe(403)
    succeeded(await ada.patch(`/streams/${garden.stream_id}`, { is_private: true }))
    expect(await statusFor(dov, open.url)).toBe(403)
  })

  test('an incoming webhook bot, which may post and nothing else, has none, and sees no faces', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const { url } = await uploads(ada, fileOf('Notes', 'notes.txt'))
    await ada.sends(general, 'notes', linkTo({ url, filename: 'notes.txt' }))
    const bot = succeeded(await dov.post('/bots', { full_name: 'Ines', short_name: 'ines', bot_type: 2 }))
    const email = `ines-bot@${new URL(realm.url).hostname}`
    const ines = new Person(realm.url, { ...bot, email, full_name: 'Ines', password: '' })
    await ada.subscribes(general, { principals: [ines.id] })
    const download = url.replace('/user_uploads/', '/user_uploads/download/')
    for (const place of [url, download, `/thumbnail?url=${url.slice(1)}&size=full`, `/avatar/${ada.id}`])
      expect(await statusFor(ines, place), place).toBe(401)
    expect(await statusFor(dov, url)).toBe(200)
  })

  test('those without an account see what a web-public channel shows, while the organization lets them look', async () => {
    const { realm, ada, dov } = await freshRealm()
    succeeded(await ada.patch('/realm', { enable_spectator_access: true }))
    const square = await newChannel(ada, 'square', [ada], { is_web_public: true })
    const inside = await newChannel(ada, 'inside', [ada])
    const [shown, hidden, held] = [await uploaded(ada), await uploaded(ada), await uploaded(ada)]
    await ada.sends(square, 'news', linkTo(shown))
    await ada.sends(inside, 'news', linkTo(held))
    expect([await statusFor(realm, shown.url), await statusFor(realm, hidden.url)]).toEqual([200, 403])
    // A public channel is for users; only a web-public one is for everyone.
    expect(await statusFor(realm, held.url)).toBe(403)
    expect(await statusFor(dov, shown.url)).toBe(200)
    succeeded(await ada.patch('/realm', { enable_spectator_access: false }))
    expect(await statusFor(realm, shown.url)).toBe(403)
  })

  test('an archived web-public channel shows its files only to people with an account', async () => {
    const { realm, ada, dov, ezra } = await freshRealm()
    succeeded(await ada.patch('/realm', { enable_spectator_access: true }))
    const square = await newChannel(ada, 'square', [ada], { is_web_public: true })
    const file = await uploaded(ada, fileOf(PNG, 'me.png', 'image/png'))
    await ada.sends(square, 'news', linkTo(file))
    const thumbnail = `/thumbnail?url=${file.url.slice(1)}&size=full`
    const statuses = async (who: Person | TestRealm) => [
      await statusFor(who, file.url),
      await statusFor(who, thumbnail),
    ]
    expect(await statuses(realm)).toEqual([200, 302])

    succeeded(await ada.delete(`/streams/${square.stream_id}`))
    expect(await statuses(realm)).toEqual([403, 403])
    for (const person of [dov, ezra]) expect(await statuses(person)).toEqual([200, 302])
    succeeded(await ada.patch(`/streams/${square.stream_id}`, { is_archived: false }))
    expect(await statuses(realm)).toEqual([200, 302])
  })

  test('who is no longer a member has no files any more, not even their own', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    const [his, hers] = [await uploaded(dov), await uploaded(ada)]
    for (const file of [his, hers]) await ada.sendsDirectly([dov], linkTo(file))
    await dov.sends(general, 'files', linkTo(his))
    for (const { url } of [his, hers]) expect(await statusFor(dov, url)).toBe(200)
    succeeded(await ada.delete(`/users/${dov.id}`))
    for (const { url } of [his, hers]) expect(await statusFor(dov, url)).toBe(401)
    expect((await dov.request(his.url)).status).toBe(401)
    // What he showed others, they still see.
    expect(await statusFor(ezra, his.url)).toBe(200)
  })

  test('a realm that is closed shows nothing to anybody', async () => {
    const { realm, ada } = await freshRealm()
    succeeded(await ada.patch('/realm', { enable_spectator_access: true }))
    const square = await newChannel(ada, 'square', [ada], { is_web_public: true })
    const file = await uploaded(ada)
    await ada.sends(square, 'news', linkTo(file))
    const link = succeeded(await ada.get(file.url)).url
    expect([await statusFor(realm, file.url), await statusFor(realm, link)]).toEqual([200, 200])
    succeeded(await ada.post('/realm/deactivate'))
    expect([await statusFor(realm, file.url), await statusFor(realm, link)]).toEqual([403, 400])
    expect(await statusFor(ada, file.url)).toBe(401)
  })

  test('what is not there, in whatever words, is not there', async () => {
    const [{ dov, ada }, there] = [await freshRealm(), await freshRealm()]
    const mine = await uploaded(dov)
    const theirs = await uploaded(there.dov)
    await there.dov.sends(there.general, 'files', linkTo(theirs))
    const [, , number, two, token, name] = mine.url.split('/')
    const paths = [
      theirs.url,
      `/user_uploads/${number}/${two}/${token}`,
      `/user_uploads/${number}/${two}/${token}/other.txt`,
      `/user_uploads/${number}/${two}/${token?.toLowerCase()}/${name}`,
      `/user_uploads/${number}/${two}/${token}/${name}/`,
      `/user_uploads/${number}/x/../${two}/${token}%2F..%2F${name}`,
      `/user_uploads/1/${two}/${token}/${name}`,
      `/user_uploads/${number}//${two}/${token}/${name}`,
      `/user_uploads/${number}/%`,
      '/user_uploads/1',
      '/user_uploads/x/y',
      '/user_uploads/thumbnail/1/x',
      `/user_uploads/thumbnail/${number}/${two}/${token}/${name}/840x560.webp`, // no picture
    ]
    expect(await statusFor(dov, mine.url)).toBe(200)
    for (const path of paths) expect(await statusFor(dov, path), path).toBe(404)
    expect(await statusFor(ada, mine.url)).toBe(403)
  })

  test('nobody shows others by a message what they may not see themselves', async () => {
    const { ada, dov, general } = await freshRealm()
    const file = await uploaded(ada)
    const { id } = await dov.sends(general, 'look', linkTo(file))
    expect(await statusFor(dov, file.url)).toBe(403)
    expect((await listed(ada))[0].messages).toEqual([])
    const narrow = [['has', 'attachment']]
    const { messages } = succeeded(
      await dov.get('/messages', { anchor: 'newest', num_before: 9, num_after: 0, narrow }),
    )
    expect(messages.map((message: Json) => message.id)).not.toContain(id)
  })

  const HEADERS: [type: string, name: string, told: string, how: string][] = [
    ['text/plain', 'a.txt', 'text/plain; charset=utf-8', 'inline'],
    ['image/png', 'a.png', 'image/png', 'inline'],
    ['video/mp4', 'a.mp4', 'video/mp4', 'inline'],
    ['', 'a.jpeg', 'image/jpeg', 'inline'],
    ['text/html', 'a.html', 'application/octet-stream', 'attachment'],
    ['text/html', 'a.png', 'application/octet-stream', 'attachment'],
    ['TEXT/HTML; charset=utf-7', 'a.txt', 'application/octet-stream', 'attachment'],
    ['image/svg+xml', 'a.svg', 'application/octet-stream', 'attachment'],
    ['application/xhtml+xml', 'a', 'application/octet-stream', 'attachment'],
    ['text/xml', 'a', 'application/octet-stream', 'attachment'],
    ['text/javascript', 'a.js', 'application/octet-stream', 'attachment'],
    ['', 'a.svg', 'application/octet-stream', 'attachment'],
    ['application/pdf', 'a.pdf', 'application/pdf', 'attachment'],
    ['application/zip', 'a.zip', 'application/zip', 'attachment'],
    ['nonsense', 'a', 'application/octet-stream', 'attachment'],
    ['image/png, text/html', 'a', 'application/octet-stream', 'attachment'],
  ]
  test.each(HEADERS)('%s named %s is told as %s, %s', async (type, name, told, how) => {
    const { ada } = await emptyRealm()
    const body = `--x\r\nContent-Disposition: form-data; name="f"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n<b>Hi</b>\r\n--x--\r\n`
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const { url } = succeeded(await (await ada.request('/user_uploads', { method: 'POST', body, headers })).json())
    const response = await visit(ada, url)
    expect(await contentOf(response)).toBe('<b>Hi</b>')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': told,
      'content-disposition': `${how}; filename="${name}"; filename*=UTF-8''${name}`,
      'content-security-policy': expect.stringMatching(/^default-src 'none';.*; sandbox$/),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      'cross-origin-resource-policy': 'same-site',
      vary: expect.stringContaining('Authorization'),
    })
    const kept = await visit(ada, url.replace('/user_uploads/', '/user_uploads/download/'))
    expect(kept.headers.get('content-disposition')).toMatch(/^attachment;/)
    await kept.body?.cancel()
  })

  test('a name cannot end its header', async () => {
    const { ada } = await emptyRealm()
    const { url } = await uploaded(ada, fileOf('x', "a\"; filename='b'; évil.html"))
    const response = await visit(ada, url)
    expect(response.headers.get('content-disposition')).toBe(
      `inline; filename="a_; filename='b'; _vil.html"; filename*=UTF-8''a%22%3B%20filename%3D%27b%27%3B%20%C3%A9vil.html`,
    )
    await response.body?.cancel()
  })

  test('parts of it are given, and nothing that is known already', async () => {
    const { ada } = await emptyRealm()
    const { url } = await uploaded(ada, fileOf('0123456789'))
    const whole = await visit(ada, url)
    const etag = whole.headers.get('etag')!
    expect([await whole.text(), whole.headers.get('content-length')]).toEqual(['0123456789', '10'])
    expect(whole.headers.get('cache-control')).toBe('private, no-cache')
    const cases: [headers: Record<string, string>, status: number, body: string, range: string | null][] = [
      [{ range: 'bytes=2-4' }, 206, '234', 'bytes 2-4/10'],
      [{ range: 'bytes=7-' }, 206, '789', 'bytes 7-9/10'],
      [{ range: 'bytes=-3' }, 206, '789', 'bytes 7-9/10'],
      [{ range: 'bytes=5-99' }, 206, '56789', 'bytes 5-9/10'],
      [{ range: 'bytes=10-' }, 416, '', 'bytes */10'],
      [{ range: 'bytes=-0' }, 416, '', 'bytes */10'],
      [{ range: 'bytes=4-2' }, 200, '0123456789', null],
      [{ range: 'bytes=0-1,3-4' }, 200, '0123456789', null],
      [{ range: 'lines=1-2' }, 200, '0123456789', null],
      [{ range: 'bytes=2-4', 'if-range': etag }, 206, '234', 'bytes 2-4/10'],
      [{ range: 'bytes=2-4', 'if-range': '"other"' }, 200, '0123456789', null],
      [{ 'if-none-match': etag }, 304, '', null],
      [{ 'if-none-match': `"other", W/${etag}` }, 304, '', null],
      [{ 'if-none-match': '"other"' }, 200, '0123456789', null],
    ]
    for (const [headers, status, body, range] of cases) {
      const response = await visit(ada, url, { headers })
      expect([response.status, await response.text(), response.headers.get('content-range')]).toEqual([
        status,
        body,
        range,
      ])
      expect(response.headers.get('etag')).toBe(etag)
    }
    const head = await visit(ada, url, { method: 'HEAD' })
    expect([head.status, await head.text(), head.headers.get('content-length')]).toEqual([200, '', '10'])
  })

  test('while R2 is away, that is said', async () => {
    const { realm, ada } = await emptyRealm()
    hush('error')
    const { url } = await uploaded(ada)
    breakR2(realm, 'get')
    expect(await statusFor(ada, url)).toBe(503)
  })
})

describe('temporary addresses', () => {
  const linkFor = async (person: Person, url: string): Promise<string> => succeeded(await person.get(url)).url

  test('open a file to whoever has one, for a minute', async () => {
    const { realm, dov, ezra } = await freshRealm()
    const { url } = await uploaded(dov, fileOf('Notes', 'résumé.txt'))
    const link = await linkFor(dov, url)
    expect(link).toMatch(/^\/user_uploads\/temporary\/[\w.-]+\/r%C3%A9sum%C3%A9\.txt$/)
    for (const who of [realm, dov, ezra]) {
      const response = await visit(who, link)
      expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      expect(await response.text()).toBe('Notes')
    }
    await passTime(realm, 61)
    const stale = await visit(realm, link)
    expect([stale.status, await stale.json()]).toEqual([400, refusal('Invalid token')])
  })

  test('are made only for those who may have the file, and only by the realm itself', async () => {
    const [{ realm, ada, dov, ezra }, there] = [await freshRealm(), await freshRealm()]
    const [mine, hers] = [await uploaded(dov), await uploaded(ada)]
    expect(await ezra.get(mine.url)).toEqual(refusal('You are not authorized to view this file.'))
    expect((await dov.request(`${mine.url}x`)).status).toBe(404)
    const [, , , token, name] = (await linkFor(dov, mine.url)).split('/')
    const [id, until, signed] = token!.split('.')
    const [, , , other] = (await linkFor(ada, hers.url)).split('/')
    const forged = [
      `${id}.${Number(until) + 60}.${signed}`,
      `${other!.split('.')[0]}.${until}.${signed}`,
      `${id}.${until}.${signed!.startsWith('A') ? 'B' : 'A'}${signed!.slice(1)}`,
      `${id}.${until}.`,
      `${id}.${until}`,
      'x',
    ]
    for (const each of forged) {
      const response = await visit(realm, `/user_uploads/temporary/${each}/${name}`)
      expect([response.status, await response.json()], each).toEqual([400, refusal('Invalid token')])
    }
    const renamed = await visit(realm, `/user_uploads/temporary/${token}/other.txt`)
    expect(await renamed.json()).toEqual(refusal('Invalid filename'))
    await uploaded(there.dov)
    expect(await statusFor(there.realm, `/user_uploads/temporary/${token}/${name}`)).toBe(400)
    const [{ id: own }] = await listed(dov)
    succeeded(await dov.delete(`/attachments/${own}`))
    expect(await statusFor(realm, `/user_uploads/temporary/${token}/${name}`)).toBe(400)
  })
})

describe('pictures in messages', () => {
  const PICTURE = () => fileOf('pretend', 'cat.png', 'image/png')

  test('a link to one is shown below it, and what is shown is there for who may read the message', async () => {
    const { dov, ezra, general } = await freshRealm()
    const file = await uploaded(dov, PICTURE())
    const { id } = await dov.sends(general, 'cats', linkTo(file))
    const { message } = succeeded(await ezra.get(`/messages/${id}`))
    const [, full, small] = /data-src-fullsize="([^"]+)" src="([^"]+)"/.exec(message.content.replaceAll('&amp;', '&'))!
    for (const [address, leads] of [
      [full!, file.url],
      [small!, `${file.url.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.webp`],
    ] as const) {
      const response = await visit(ezra, address)
      expect([response.status, response.headers.get('location')]).toEqual([302, leads])
      expect(await contentOf(await visit(ezra, leads))).toBe('pretend')
    }
  })

  test('whatever its name, and however the link to it is written', async () => {
    const { dov, ezra, general } = await freshRealm()
    for (const name of ['kätzchen.png', '猫 (1).jpeg', 'a&b+c%20d.gif', '🐱.webp', 'x'.repeat(240) + '.png']) {
      const { url } = await uploaded(dov, fileOf('pretend', name, 'image/png'))
      for (const link of [`[cat](${url})`, `[cat](${encodeURI(url)})`, `${dov.realm_url}${encodeURI(url)}`]) {
        const { id } = await dov.sends(general, 'cats', link)
        const { message } = succeeded(await ezra.get(`/messages/${id}`))
        const [, , small] =
          /data-src-fullsize="([^"]+)" src="([^"]+)"/.exec(message.content.replaceAll('&amp;', '&')) ?? []
        const leads = (await visit(ezra, small!)).headers.get('location')
        expect(await contentOf(await visit(ezra, leads!)), link).toBe('pretend')
      }
      const files: Json[] = await listed(dov)
      expect(files.find(({ path_id }) => url.endsWith(path_id)).messages, name).toHaveLength(3)
    }
  })

  test('pictures elsewhere are led to for people, and for nobody who follows a link', async () => {
    const { realm, dov } = await freshRealm()
    const ask = (who: Parameters<typeof visit>[0], url: string, headers: Record<string, string> = {}) =>
      visit(who, `/thumbnail?url=${encodeURIComponent(url)}&size=full`, { headers })
    const cat = 'https://example.com/cat.png?size=1'
    const led = await ask(dov, cat)
    expect([led.status, led.headers.get('location')]).toEqual([302, cat])
    expect((await ask(realm, cat)).status).toBe(403)
    expect((await ask(dov, cat, { 'sec-fetch-mode': 'navigate' })).status).toBe(403)
    const elsewhere = [
      '//example.com/cat.png',
      '/\\example.com/cat.png',
      'https:/\\example.com/cat.png',
      'https:///x.png',
      'javascript:alert(1).png',
    ]
    elsewhere.push(
      'http://example.com/page',
      '\thttps://example.com/cat.png',
      'user_uploads/../../cat.png',
      'ftp://example.com/cat.png',
      'data:image/png,x',
    )
    for (const url of elsewhere) expect([403, 404], url).toContain((await ask(dov, url)).status)
    const rebuilt = await ask(dov, 'https://user:pass@example.com/cat.png')
    expect(rebuilt.headers.get('location')).toBe('https://example.com/cat.png')
  })
})

describe('messages that hold files', () => {
  test('the owner hears which do, whoever sends them', async () => {
    const { ada, dov, general } = await freshRealm()
    const file = await uploaded(dov, fileOf('x', 'ü.txt'))
    const [his, hers] = await receivedBy([dov, ada], async () => {
      await dov.sends(general, 'files', `${linkTo(file)} and again ${linkTo(file)}`)
      await ada.sends(general, 'files', `${ada.realm_url}${encodeURI(file.url)}`)
    })
    const told = his!.plain.filter(({ type }) => type === 'attachment')
    expect(told.map(({ op, attachment }) => [op, attachment.messages.length])).toEqual([
      ['update', 1],
      ['update', 2],
    ])
    expect(hers!.plain.filter(({ type }) => type === 'attachment')).toEqual([])
    const [attachment] = await listed(dov)
    expect(attachment).toEqual(told[1].attachment)
    const newest = { anchor: 'newest', num_before: 9, num_after: 0 }
    const { messages } = succeeded(await dov.get('/messages', { ...newest, narrow: [['has', 'attachment']] }))
    expect(attachment.messages).toEqual(
      messages.map(({ id, timestamp }: Json) => ({ id, date_sent: timestamp * 1000 })),
    )
    // The event comes before the message that it is about.
    expect(his!.plain.map(({ type }) => type).filter((type) => ['attachment', 'message'].includes(type))).toEqual([
      'attachment',
      'message',
      'attachment',
      'message',
    ])
  })

  test('a message that is deleted lets go of them', async () => {
    const { dov, general } = await freshRealm()
    const file = await uploaded(dov)
    const { id } = await dov.sends(general, 'files', linkTo(file))
    const [his] = await receivedBy([dov], async () => succeeded(await dov.delete(`/messages/${id}`)))
    expect(his!.plain.map(({ type, op }) => `${type}/${op}`)).toContain('attachment/update')
    expect((await listed(dov))[0].messages).toEqual([])
  })

  test('an edit that drops one tells its author which of theirs no message holds any more', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    const [his, kept, hers] = [await uploaded(dov), await uploaded(dov), await uploaded(ada)]
    await ada.sends(general, 'files', linkTo(hers))
    const { id } = await dov.sends(general, 'files', [his, kept, hers].map(linkTo).join(' '))
    await dov.sends(general, 'files', linkTo(kept))
    const [told] = await receivedBy([dov, ezra], async () => {
      const { detached_uploads } = succeeded(await dov.patch(`/messages/${id}`, { content: 'No files' }))
      expect(detached_uploads).toEqual([
        {
          id: 1,
          name: 'notes.txt',
          path_id: his.url.slice('/user_uploads/'.length),
          size: 5,
          create_time: expect.any(Number),
          messages: [],
        },
      ])
    })
    expect(told!.plain.filter(({ type }) => type === 'attachment').map(({ attachment }) => attachment.id)).toEqual([
      1, 2,
    ])
    expect([await statusFor(ezra, his.url), await statusFor(ezra, kept.url)]).toEqual([403, 200])
    const narrow = [['has', 'attachment']]
    const newest = { anchor: 'newest', num_before: 9, num_after: 0, narrow }
    const holding = async () =>
      succeeded(await dov.get('/messages', newest)).messages.map((message: Json) => message.id)
    expect(await holding()).not.toContain(id)
    const back = succeeded(await dov.patch(`/messages/${id}`, { content: linkTo(his) }))
    expect(back.detached_uploads).toEqual([])
    expect(await statusFor(ezra, his.url)).toBe(200)
    expect(await holding()).toContain(id)
  })

  test('one that is yet to be sent in another message is not told as held by none', async () => {
    const { dov, general } = await freshRealm()
    const file = await uploaded(dov)
    const { id } = await dov.sends(general, 'files', linkTo(file))
    const scheduled_delivery_timestamp = Math.floor(Date.now() / 1000) + WEEK
    const later = { type: 'channel', to: general.stream_id, topic: 'x', scheduled_delivery_timestamp }
    const { scheduled_message_id } = succeeded(
      await dov.post('/scheduled_messages', { ...later, content: linkTo(file) }),
    )
    const drops = async () => succeeded(await dov.patch(`/messages/${id}`, { content: 'No file' })).detached_uploads
    expect(await drops()).toEqual([])
    succeeded(await dov.delete(`/scheduled_messages/${scheduled_message_id}`))
    succeeded(await dov.patch(`/messages/${id}`, { content: linkTo(file) }))
    expect(await drops()).toHaveLength(1)
  })

  test('a file stays in a message that held it, whatever its author may see by now', async () => {
    const { ada, dov, ezra, general, vault } = await freshRealm()
    const file = await uploaded(ada)
    const { id } = await ada.sendsDirectly([dov], linkTo(file))
    const { id: held } = await dov.sends(general, 'files', linkTo(file))
    succeeded(await ada.delete(`/messages/${id}`))
    await ada.sends(vault, 'files', linkTo(file))
    succeeded(await dov.patch(`/messages/${held}`, { content: `Look: ${linkTo(file)}` }))
    expect(await statusFor(ezra, file.url)).toBe(200)
  })

  test('the owner is not told of messages in places that are closed to them', async () => {
    const { ada, dov, general, vault } = await freshRealm()
    const file = await uploaded(dov)
    await dov.sends(general, 'files', linkTo(file))
    await ada.sends(vault, 'files', linkTo(file))
    expect((await listed(dov))[0].messages).toHaveLength(1)
  })
})

describe('DELETE /attachments/:attachment_id', () => {
  test('its owner deletes a file, wherever it is linked, and R2 forgets it', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    await holdAlarms(realm)
    const file = await uploaded(dov)
    await dov.sends(general, 'files', linkTo(file))
    const [{ id }] = await listed(dov)
    expect(await statusFor(ezra, file.url)).toBe(200)
    const [his, theirs] = await receivedBy([dov, ezra], async () => succeeded(await dov.delete(`/attachments/${id}`)))
    expect(his!.plain).toEqual([{ type: 'attachment', op: 'remove', attachment: { id }, upload_space_used: 0 }])
    expect(theirs!.plain).toEqual([])
    for (const person of [dov, ezra]) expect(await statusFor(person, file.url)).toBe(404)
    await ringByHand(realm)
    expect(await keysOf(realm)).toEqual([])
  })

  test('what R2 does not delete yet is deleted later', async () => {
    const { realm, dov } = await freshRealm()
    await holdAlarms(realm)
    hush('error')
    await uploaded(dov)
    const [{ id }] = await listed(dov)
    const mend = breakR2(realm, 'delete')
    succeeded(await dov.delete(`/attachments/${id}`))
    await ringByHand(realm)
    expect(await keysOf(realm)).toHaveLength(1)
    mend()
    await crash(realm)
    await ringByHand(realm)
    expect(await keysOf(realm)).toEqual([])
  })

  test('others’ files, and none, are invalid', async () => {
    const { ada, dov, ezra } = await freshRealm()
    await uploaded(dov)
    const [{ id }] = await listed(dov)
    await changesNothing([dov, ada], async () => {
      for (const person of [ada, ezra])
        expect(await person.delete(`/attachments/${id}`)).toEqual(refusal('Invalid attachment'))
      expect(await dov.delete(`/attachments/${id + 1}`)).toEqual(refusal('Invalid attachment'))
    })
    expect(await listed(dov)).toHaveLength(1)
  })
})

describe('files that no message holds', () => {
  test('stay for a message that is yet to be sent', async () => {
    const { realm, dov, general } = await freshRealm()
    const file = await uploaded(dov, fileOf('later', 'später.txt'))
    const at = Math.floor(Date.now() / 1000) + 8 * WEEK
    const later = { type: 'channel', to: general.stream_id, topic: 'x', scheduled_delivery_timestamp: at }
    succeeded(await dov.post('/scheduled_messages', { ...later, content: `[file](${encodeURI(file.url)})` }))
    await passTime(realm, 6 * WEEK)
    await ring(realm)
    expect(await statusFor(dov, file.url)).toBe(200)
    await passTime(realm, 2 * WEEK + 60)
    await ring(realm)
    expect((await listed(dov))[0].messages).toHaveLength(1)
  })

  test('go after five weeks, counted from when the last one let go', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const [lost, held] = [await uploaded(dov), await uploaded(dov)]
    const { id } = await dov.sends(general, 'files', linkTo(held))
    await passTime(realm, 5 * WEEK - 60)
    await ring(realm)
    expect(await listed(dov)).toHaveLength(2)
    const [his] = await receivedBy([dov], async () => {
      await passTime(realm, 120)
      await ring(realm)
    })
    expect(his!.plain.map(({ type, op }) => `${type}/${op}`)).toEqual(['attachment/remove'])
    expect([await statusFor(dov, lost.url), await statusFor(dov, held.url)]).toEqual([404, 200])
    succeeded(await ada.delete(`/messages/${id}`))
    await passTime(realm, WEEK)
    await ring(realm)
    expect(await listed(dov)).toHaveLength(1)
    await passTime(realm, 4 * WEEK + 60)
    await ring(realm)
    await ring(realm)
    expect(await listed(dov)).toEqual([])
    expect(await keysOf(realm)).toEqual([])
  })
})
