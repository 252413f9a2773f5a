import { describe, expect, test } from 'vitest'
import { breakR2, fileOf, uploadFile, requestUpload, visit, linkTo } from '../support/files'
import { advanceClock } from '../support/clock'
import { captureConsole } from '../support/faults'
import { refusal } from '../support/answers'
import { Person, succeeded, type Json } from '../support/person'
import { PNG } from '../support/pictures'
import { emptyRealm, freshRealm, newChannel, type TestRealm } from '../support/realm'

/** As text, whatever it says that it is. */
const textOf = async (response: Response) => new TextDecoder().decode(await response.arrayBuffer())

const attachmentsOf = async (person: Person): Promise<Json[]> => succeeded(await person.get('/attachments')).attachments

const statusOf = async (who: Parameters<typeof visit>[0], url: string) => (await visit(who, url)).status

describe('GET /user_uploads/:realm_id_str/:filename', () => {
  test('serves a file to its owner, and to the readers of each message with it', async () => {
    const { realm, ada, ben, dov, ezra, vault, general } = await freshRealm()
    const file = await uploadFile(ada)
    const { url } = file
    const everyone = [ada, ben, dov, ezra]
    const statuses = async () => Promise.all(everyone.map((person) => statusOf(person, url)))
    expect(await statuses()).toEqual([200, 403, 403, 403])
    await ada.sends(vault, 'keys', linkTo(file))
    expect(await statuses()).toEqual([200, 200, 403, 403])
    const { id } = await ada.sendsDirectly([ezra], linkTo(file))
    expect(await statuses()).toEqual([200, 200, 403, 200])
    succeeded(await ada.delete(`/messages/${id}`))
    expect(await statuses()).toEqual([200, 200, 403, 403])
    await ada.sends(general, 'keys', linkTo(file))
    expect(await statuses()).toEqual([200, 200, 200, 200])
    expect(await statusOf(realm, url)).toBe(403)
    for (const address of [url, url.replace('/user_uploads/', '/user_uploads/download/')])
      expect((await (await visit(realm, address)).json()) as Json).toEqual(
        refusal('You are not authorized to view this file.'),
      )
  })

  test('refuses users who left the private channel, guests outside of it, and later subscribers to protected history', async () => {
    const { ada, ben, dov, ezra } = await freshRealm()
    const cellar = await newChannel(ada, 'cellar', [ada, dov], { invite_only: true })
    const garden = await newChannel(ada, 'garden', [ada])
    const [secret, open] = [await uploadFile(ada, fileOf('secret')), await uploadFile(ada, fileOf('open'))]
    await ada.sends(cellar, 'wine', linkTo(secret))
    await ada.sends(garden, 'roses', linkTo(open))
    expect(await statusOf(dov, secret.url)).toBe(200)
    expect([await statusOf(dov, open.url), await statusOf(ezra, open.url)]).toEqual([200, 403])
    succeeded(await dov.delete('/users/me/subscriptions', { subscriptions: ['cellar'] }))
    await ada.subscribes(cellar, { principals: [ben.id] })
    for (const person of [dov, ben]) expect(await statusOf(person, secret.url)).toBe(403)
    succeeded(await ada.patch(`/streams/${garden.stream_id}`, { is_private: true }))
    expect(await statusOf(dov, open.url)).toBe(403)
  })

  test('refuses incoming webhook bots, for files and for avatars', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const { url } = await requestUpload(ada, fileOf('Notes', 'notes.txt'))
    await ada.sends(general, 'notes', linkTo({ url, filename: 'notes.txt' }))
    const bot = succeeded(await dov.post('/bots', { full_name: 'Ines', short_name: 'ines', bot_type: 2 }))
    const email = `ines-bot@${new URL(realm.url).hostname}`
    const ines = new Person(realm.url, { ...bot, email, full_name: 'Ines', password: '' })
    await ada.subscribes(general, { principals: [ines.id] })
    const download = url.replace('/user_uploads/', '/user_uploads/download/')
    for (const place of [url, download, `/thumbnail?url=${url.slice(1)}&size=full`, `/avatar/${ada.id}`])
      expect(await statusOf(ines, place), place).toBe(401)
    expect(await statusOf(dov, url)).toBe(200)
  })

  test('serves files of web-public channels to spectators while the organization admits them', async () => {
    const { realm, ada, dov } = await freshRealm()
    succeeded(await ada.patch('/realm', { enable_spectator_access: true }))
    const square = await newChannel(ada, 'square', [ada], { is_web_public: true })
    const inside = await newChannel(ada, 'inside', [ada])
    const [webPublic, unsent, publicOnly] = [await uploadFile(ada), await uploadFile(ada), await uploadFile(ada)]
    await ada.sends(square, 'news', linkTo(webPublic))
    await ada.sends(inside, 'news', linkTo(publicOnly))
    expect([await statusOf(realm, webPublic.url), await statusOf(realm, unsent.url)]).toEqual([200, 403])
    // Spectators cannot read channels that are public but not web-public.
    expect(await statusOf(realm, publicOnly.url)).toBe(403)
    expect(await statusOf(dov, webPublic.url)).toBe(200)
    succeeded(await ada.patch('/realm', { enable_spectator_access: false }))
    expect(await statusOf(realm, webPublic.url)).toBe(403)
  })

  test('refuses spectators after a web-public channel was archived, and serves its files to users', async () => {
    const { realm, ada, dov, ezra } = await freshRealm()
    succeeded(await ada.patch('/realm', { enable_spectator_access: true }))
    const square = await newChannel(ada, 'square', [ada], { is_web_public: true })
    const file = await uploadFile(ada, fileOf(PNG, 'me.png', 'image/png'))
    await ada.sends(square, 'news', linkTo(file))
    const thumbnail = `/thumbnail?url=${file.url.slice(1)}&size=full`
    const statuses = async (who: Person | TestRealm) => [await statusOf(who, file.url), await statusOf(who, thumbnail)]
    expect(await statuses(realm)).toEqual([200, 302])

    succeeded(await ada.delete(`/streams/${square.stream_id}`))
    expect(await statuses(realm)).toEqual([403, 403])
    for (const person of [dov, ezra]) expect(await statuses(person)).toEqual([200, 302])
    succeeded(await ada.patch(`/streams/${square.stream_id}`, { is_archived: false }))
    expect(await statuses(realm)).toEqual([200, 302])
  })

  test('refuses deactivated users, also for their own files', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    const [ownFile, otherFile] = [await uploadFile(dov), await uploadFile(ada)]
    for (const file of [ownFile, otherFile]) await ada.sendsDirectly([dov], linkTo(file))
    await dov.sends(general, 'files', linkTo(ownFile))
    for (const { url } of [ownFile, otherFile]) expect(await statusOf(dov, url)).toBe(200)
    succeeded(await ada.delete(`/users/${dov.id}`))
    for (const { url } of [ownFile, otherFile]) expect(await statusOf(dov, url)).toBe(401)
    expect((await dov.request(ownFile.url)).status).toBe(401)
    // Other users still see the files in his messages.
    expect(await statusOf(ezra, ownFile.url)).toBe(200)
  })

  test('refuses all requests while the realm is deactivated', async () => {
    const { realm, ada } = await freshRealm()
    succeeded(await ada.patch('/realm', { enable_spectator_access: true }))
    const square = await newChannel(ada, 'square', [ada], { is_web_public: true })
    const file = await uploadFile(ada)
    await ada.sends(square, 'news', linkTo(file))
    const link = succeeded(await ada.get(file.url)).url
    expect([await statusOf(realm, file.url), await statusOf(realm, link)]).toEqual([200, 200])
    succeeded(await ada.post('/realm/deactivate'))
    expect([await statusOf(realm, file.url), await statusOf(realm, link)]).toEqual([403, 400])
    expect(await statusOf(ada, file.url)).toBe(401)
  })

  test('answers 404 for paths that lead to no file, and for files of other realms', async () => {
    const [{ dov, ada }, otherRealm] = [await freshRealm(), await freshRealm()]
    const mine = await uploadFile(dov)
    const theirs = await uploadFile(otherRealm.dov)
    await otherRealm.dov.sends(otherRealm.general, 'files', linkTo(theirs))
    const [, , number, prefix, token, name] = mine.url.split('/')
    const paths = [
      theirs.url,
      `/user_uploads/${number}/${prefix}/${token}`,
      `/user_uploads/${number}/${prefix}/${token}/other.txt`,
      `/user_uploads/${number}/${prefix}/${token?.toLowerCase()}/${name}`,
      `/user_uploads/${number}/${prefix}/${token}/${name}/`,
      `/user_uploads/${number}/x/../${prefix}/${token}%2F..%2F${name}`,
      `/user_uploads/1/${prefix}/${token}/${name}`,
      `/user_uploads/${number}//${prefix}/${token}/${name}`,
      `/user_uploads/${number}/%`,
      '/user_uploads/1',
      '/user_uploads/x/y',
      '/user_uploads/thumbnail/1/x',
      `/user_uploads/thumbnail/${number}/${prefix}/${token}/${name}/840x560.webp`, // not a picture
    ]
    expect(await statusOf(dov, mine.url)).toBe(200)
    for (const path of paths) expect(await statusOf(dov, path), path).toBe(404)
    expect(await statusOf(ada, mine.url)).toBe(403)
  })

  test('a user cannot share a file in a message if they cannot read the file themselves', async () => {
    const { ada, dov, general } = await freshRealm()
    const file = await uploadFile(ada)
    const { id } = await dov.sends(general, 'look', linkTo(file))
    expect(await statusOf(dov, file.url)).toBe(403)
    expect((await attachmentsOf(ada))[0].messages).toEqual([])
    const narrow = [['has', 'attachment']]
    const { messages } = succeeded(
      await dov.get('/messages', { anchor: 'newest', num_before: 9, num_after: 0, narrow }),
    )
    expect(messages.map((message: Json) => message.id)).not.toContain(id)
  })

  const HEADERS: [type: string, name: string, servedType: string, disposition: string][] = [
    ['text/plain', 'a.txt', 'text/plain; charset=utf-8', 'inline'],
    ['image/png', 'a.png', 'image/png', 'inline'],
    ['video/mp4', 'a.mp4', 'video/mp4', 'inline'],
    ['', 'a.mov', 'video/quicktime', 'inline'],
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
  test.each(HEADERS)('serves %s with the name %s as %s, %s', async (type, name, servedType, disposition) => {
    const { ada } = await emptyRealm()
    const body = `--x\r\nContent-Disposition: form-data; name="f"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n<b>Hi</b>\r\n--x--\r\n`
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const { url } = succeeded(await (await ada.request('/user_uploads', { method: 'POST', body, headers })).json())
    const response = await visit(ada, url)
    expect(await textOf(response)).toBe('<b>Hi</b>')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': servedType,
      'content-disposition': `${disposition}; filename="${name}"; filename*=UTF-8''${name}`,
      'content-security-policy': expect.stringMatching(/^default-src 'none';.*; sandbox$/),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      'cross-origin-resource-policy': 'same-site',
      vary: expect.stringContaining('Authorization'),
    })
    const download = await visit(ada, url.replace('/user_uploads/', '/user_uploads/download/'))
    expect(download.headers.get('content-disposition')).toMatch(/^attachment;/)
    await download.body?.cancel()
  })

  test('encodes file names so that they cannot end the header', async () => {
    const { ada } = await emptyRealm()
    const { url } = await uploadFile(ada, fileOf('x', "a\"; filename='b'; évil.html"))
    const response = await visit(ada, url)
    expect(response.headers.get('content-disposition')).toBe(
      `inline; filename="a_; filename='b'; _vil.html"; filename*=UTF-8''a%22%3B%20filename%3D%27b%27%3B%20%C3%A9vil.html`,
    )
    await response.body?.cancel()
  })

  test('supports range requests and conditional requests', async () => {
    const { ada } = await emptyRealm()
    const { url } = await uploadFile(ada, fileOf('0123456789'))
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

  test('fails with 503 while R2 is unavailable', async () => {
    const { realm, ada } = await emptyRealm()
    captureConsole('error')
    const { url } = await uploadFile(ada)
    breakR2(realm, 'get')
    expect(await statusOf(ada, url)).toBe(503)
  })
})

describe('GET /user_uploads/temporary/:token/:filename', () => {
  const linkFor = async (person: Person, url: string): Promise<string> => succeeded(await person.get(url)).url
  test('serves a file to any client with the URL, for a minute', async () => {
    const { realm, dov, ezra } = await freshRealm()
    const { url } = await uploadFile(dov, fileOf('Notes', 'résumé.txt'))
    const link = await linkFor(dov, url)
    expect(link).toMatch(/^\/user_uploads\/temporary\/[\w.-]+\/r%C3%A9sum%C3%A9\.txt$/)
    for (const who of [realm, dov, ezra]) {
      const response = await visit(who, link)
      expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      expect(await response.text()).toBe('Notes')
    }
    await advanceClock(realm, 61)
    const expired = await visit(realm, link)
    expect([expired.status, await expired.json()]).toEqual([400, refusal('Invalid token')])
  })

  test('refuses URLs that the realm did not sign for this file, and signs only for users who can read it', async () => {
    const [{ realm, ada, dov, ezra }, otherRealm] = [await freshRealm(), await freshRealm()]
    const [ownFile, otherFile] = [await uploadFile(dov), await uploadFile(ada)]
    expect(await ezra.get(ownFile.url)).toEqual(refusal('You are not authorized to view this file.'))
    expect((await dov.request(`${ownFile.url}x`)).status).toBe(404)
    const [, , , token, name] = (await linkFor(dov, ownFile.url)).split('/')
    const [id, expires, signature] = token!.split('.')
    const [, , , other] = (await linkFor(ada, otherFile.url)).split('/')
    const forged = [
      `${id}.${Number(expires) + 60}.${signature}`,
      `${other!.split('.')[0]}.${expires}.${signature}`,
      `${id}.${expires}.${signature!.startsWith('A') ? 'B' : 'A'}${signature!.slice(1)}`,
      `${id}.${expires}.`,
      `${id}.${expires}`,
      'x',
    ]
    for (const forgedToken of forged) {
      const response = await visit(realm, `/user_uploads/temporary/${forgedToken}/${name}`)
      expect([response.status, await response.json()], forgedToken).toEqual([400, refusal('Invalid token')])
    }
    const renamed = await visit(realm, `/user_uploads/temporary/${token}/other.txt`)
    expect(await renamed.json()).toEqual(refusal('Invalid filename'))
    await uploadFile(otherRealm.dov)
    expect(await statusOf(otherRealm.realm, `/user_uploads/temporary/${token}/${name}`)).toBe(400)
    const [{ id: ownId }] = await attachmentsOf(dov)
    succeeded(await dov.delete(`/attachments/${ownId}`))
    expect(await statusOf(realm, `/user_uploads/temporary/${token}/${name}`)).toBe(400)
  })
})
