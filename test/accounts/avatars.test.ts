import { describe, expect, test } from 'vitest'
import { doDueWork, doDueWorkAfter30Days, preventAlarms, runAlarm } from '../support/alarms'
import { advanceClock } from '../support/clock'
import { captureConsole } from '../support/faults'
import { breakR2, fileOf, formWith, storedKeys, visit } from '../support/files'
import { refusal } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type Json, type Person } from '../support/person'
import { countFrames } from '../../src/images/frames'
import { readPicture } from '../../src/images/picture'
import { drawPng } from '../support/drawn-pictures'
import { BASELINE, PLACE, withMetadata } from '../support/photographs'
import { JPEG, MOVING_GIF, PNG } from '../support/pictures'
import { freshRealm } from '../support/realm'

const picture = (bytes = PNG) => fileOf(bytes, 'me.png', 'image/png')
const uploadAvatar = async (person: Person, ...files: File[]): Promise<Json> =>
  (
    await person.request('/users/me/avatar', {
      method: 'POST',
      body: files.length > 0 ? formWith(...files) : undefined,
    })
  ).json()

const bytesAt = async (who: Parameters<typeof visit>[0], address: string) =>
  new Uint8Array(await (await visit(who, address)).arrayBuffer())

describe('POST /users/me/avatar', () => {
  test('all users see a new avatar wherever the user is shown', async () => {
    const { realm, ada, dov, ezra, general } = await freshRealm()
    let answer: Json
    const received = await receivedBy([dov, ada, ezra], async () => (answer = await uploadAvatar(dov, picture())))
    const { avatar_url } = answer
    expect(answer).toEqual({ result: 'success', msg: '', avatar_url })
    expect(avatar_url).toMatch(/^\/user_avatars\/\d+\/\w{30}\.png\?version=2$/)
    const avatar_url_medium = avatar_url.replace('.png', '-medium.png')
    const person = { user_id: dov.id, avatar_url, avatar_source: 'U', avatar_url_medium, avatar_version: 2 }
    for (const { plain, able } of received)
      for (const events of [plain, able]) expect(events).toEqual([{ type: 'realm_user', op: 'update', person }])
    for (const address of [avatar_url, avatar_url_medium])
      expect(readPicture(await bytesAt(realm, address))).toMatchObject({
        content_type: 'image/webp',
        width: 1,
        height: 1,
      })
    const { user } = succeeded(await ezra.get(`/users/${dov.id}`))
    expect(user).toMatchObject({ avatar_url, avatar_version: 2 })
    const { id } = await dov.sends(general, 'me', 'Here I am')
    expect(succeeded(await ada.get(`/messages/${id}`)).message.avatar_url).toBe(avatar_url)
    const { state } = await dov.registers()
    expect(state).toMatchObject({ avatar_url, avatar_source: 'U', avatar_url_medium })
  })

  test('is a square in two sizes, upright, and without metadata such as the place where it was taken', async () => {
    const { realm, dov } = await freshRealm()
    const photo = withMetadata(BASELINE, 6)
    expect(new TextDecoder('latin1').decode(photo)).toContain(PLACE)
    const { avatar_url } = succeeded(await uploadAvatar(dov, fileOf(photo, 'me.jpg', 'image/jpeg')))
    const large = succeeded(await uploadAvatar(dov, fileOf(drawPng(700, 600), 'me.png', 'image/png'))).avatar_url
    const sizes = async (url: string) => {
      const bytes = await bytesAt(realm, url)
      expect(new TextDecoder('latin1').decode(bytes)).not.toContain(PLACE)
      return readPicture(bytes)
    }
    expect(await sizes(avatar_url)).toMatchObject({ content_type: 'image/webp', width: 24, height: 24 })
    expect(await sizes(large)).toMatchObject({ width: 100, height: 100 })
    expect(await sizes(large.replace('.png', '-medium.png'))).toMatchObject({ width: 500, height: 500 })
  })

  test('a new avatar has a new address, and the old picture is deleted after 30 days', async () => {
    const { realm, dov } = await freshRealm()
    await preventAlarms(realm)
    const first = (await uploadAvatar(dov, picture())).avatar_url
    const second = (await uploadAvatar(dov, picture(JPEG))).avatar_url
    expect(second).toMatch(/version=3$/)
    await doDueWork(realm)
    const old = await visit(realm, first)
    expect(old.status).toBe(200)
    await old.body?.cancel()
    await doDueWorkAfter30Days(realm)
    expect((await visit(realm, first)).status).toBe(404)
    const response = await visit(realm, second)
    expect(response.headers.get('content-type')).toBe('image/webp')
    await response.body?.cancel()
  })

  test('the server stores only the first frame of an animation', async () => {
    const { realm, dov } = await freshRealm()
    const { avatar_url } = await uploadAvatar(dov, picture(MOVING_GIF))
    expect(countFrames(await bytesAt(realm, avatar_url))).toBe(1)
  })

  const BAD: [name: string, files: File[], answer: Json][] = [
    ['none', [], refusal('You must upload exactly one avatar.')],
    ['two', [picture(), picture()], refusal('You must upload exactly one avatar.')],
    [
      'no picture',
      [fileOf('<svg onload=alert(1)>')],
      refusal('Could not decode image; did you upload an image file?', 'BAD_IMAGE'),
    ],
    [
      'a huge one',
      [fileOf(new Uint8Array(5 * 1024 * 1024 + 1))],
      refusal('Uploaded file is larger than the allowed limit of 5 MiB'),
    ],
  ]
  test.each(BAD)('%s is refused, and nothing changes', async (_, files, answer) => {
    const { realm, dov, ada } = await freshRealm()
    await changesNothing([dov, ada], async () => expect(await uploadAvatar(dov, ...files)).toEqual(answer))
    expect(await storedKeys(realm)).toEqual([])
  })

  test('only administrators change their avatar if the organization disables changes', async () => {
    const { ada, ben, dov, fig } = await freshRealm()
    succeeded(
      await dov.request('/users/me/avatar', { method: 'POST', body: formWith(picture()) }).then((r) => r.json()),
    )
    succeeded(await ada.patch('/realm', { avatar_changes_disabled: true }))
    const disabled = refusal('Avatar changes are disabled in this organization.')
    await changesNothing([dov], async () => {
      for (const person of [dov, fig]) {
        expect(await uploadAvatar(person, picture())).toEqual(disabled)
        expect(await person.delete('/users/me/avatar')).toEqual(disabled)
      }
    })
    succeeded(await uploadAvatar(ben, picture()))
    succeeded(await ben.delete('/users/me/avatar'))
  })

  test('guests and bots have avatars too', async () => {
    const { ezra, fig } = await freshRealm()
    for (const person of [ezra, fig]) expect((await uploadAvatar(person, picture())).result).toBe('success')
  })

  test('an upload that R2 refuses changes no avatar, and its files are deleted later', async () => {
    const { realm, dov } = await freshRealm()
    captureConsole('error')
    const repair = breakR2(realm, 'put')
    await changesNothing([dov], async () => expect((await uploadAvatar(dov, picture())).code).toBe('STORE_UNAVAILABLE'))
    repair()
    await advanceClock(realm, 3601)
    await runAlarm(realm)
    expect(await storedKeys(realm)).toEqual([])
  })
})

describe('DELETE /users/me/avatar', () => {
  test('brings back the picture that follows from the email address', async () => {
    const { realm, ada, dov } = await freshRealm()
    await preventAlarms(realm)
    const before = succeeded(await ada.get(`/users/${dov.id}`, { client_gravatar: false })).user.avatar_url
    await uploadAvatar(dov, picture())
    const [toAda] = await receivedBy([ada, dov], async () => {
      const { avatar_url } = succeeded(await dov.delete('/users/me/avatar'))
      expect(avatar_url).toBe(before.replace('version=1', 'version=3'))
    })
    expect(toAda!.plain).toMatchObject([{ person: { avatar_source: 'G', avatar_version: 3 } }])
    await doDueWorkAfter30Days(realm)
    expect(await storedKeys(realm)).toEqual([])
  })
})

describe('GET /avatar', () => {
  const locationOf = async (who: Parameters<typeof visit>[0], address: string) => {
    const response = await visit(who, address)
    return response.status === 302 ? response.headers.get('location') : response.status
  }

  test('redirects to the avatar of a user, by id or email address', async () => {
    const { ada, dov, ezra } = await freshRealm()
    const { avatar_url } = await uploadAvatar(dov, picture())
    for (const user of [dov.id, dov.email]) {
      expect(await locationOf(ezra, `/avatar/${user}`)).toBe(avatar_url)
      expect(await locationOf(ezra, `/avatar/${user}/medium`)).toBe(avatar_url.replace('.png', '-medium.png'))
    }
    expect(await locationOf(dov, `/avatar/${ada.id}`)).toMatch(
      /^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{32}\?/,
    )
    expect(await locationOf(dov, `/avatar/${ada.id}/medium`)).toMatch(/s=500$/)
    for (const unknown of ['4711', 'nobody@example.com', 'x'])
      expect(await locationOf(dov, `/avatar/${unknown}`)).toBe(404)
  })

  test('answers for a hidden email address as for one without an account', async () => {
    const { ada, dov, ezra } = await freshRealm()
    succeeded(await dov.patch('/settings', { email_address_visibility: 3 }))
    expect(await locationOf(ezra, `/avatar/${dov.email}`)).toBe(404)
    expect(await locationOf(ada, `/avatar/${dov.email}`)).toMatch(/gravatar/)
    expect(await locationOf(ezra, `/avatar/${dov.id}`)).toMatch(/gravatar/)
  })

  test('redirects spectators, in organizations that admit them, by id only', async () => {
    const { realm, ada, dov } = await freshRealm()
    expect(await locationOf(realm, `/avatar/${dov.id}`)).toBe(404)
    succeeded(await ada.patch('/realm', { enable_spectator_access: true }))
    expect(await locationOf(realm, `/avatar/${dov.id}`)).toMatch(/gravatar/)
    expect(await locationOf(realm, `/avatar/${dov.email}`)).toBe(404)
    expect(await locationOf(realm, `/avatar/${dov.email}/medium`)).toBe(404)
  })
})

describe('PATCH /realm: default_avatar_source', () => {
  test('new users get a picture that the server draws, and so does a user who removes a picture', async () => {
    const { realm, ada, dov } = await freshRealm()
    succeeded(await ada.patch('/realm', { default_avatar_source: 'J' }))
    expect(await ada.patch('/realm', { default_avatar_source: 'U' })).toEqual(refusal('Invalid default_avatar_source'))
    const { user_id } = succeeded(
      await ada.post('/users', { email: 'gus@example.com', password: 'a long password 7', full_name: 'Gus' }),
    )
    const avatarOf = async (id: number) =>
      succeeded(await dov.get(`/users/${id}`, { client_gravatar: true })).user.avatar_url
    const address = await avatarOf(user_id)
    expect(address).toMatch(/^\/user_avatars\/\d+\/drawn\/[0-9a-f]{32}\.png\?version=1$/)
    // Who was there before keeps the earlier picture.
    const before = succeeded(await ada.get(`/users/${dov.id}`, { client_gravatar: false })).user.avatar_url
    expect(before).toContain('gravatar.com')
    const { avatar_url } = succeeded(await uploadAvatar(dov, picture()))
    expect(avatar_url).not.toContain('drawn')
    expect(succeeded(await dov.delete('/users/me/avatar')).avatar_url).toContain('/drawn/')
    expect((await dov.registers()).state.avatar_source).toBe('J')
    const specified = await dov.request('/register', { method: 'POST', headers: { 'user-agent': 'SvcMobile/27.0' } })
    expect((await specified.json<Json>()).avatar_source).toBe('U')

    const small = await visit(realm, address)
    expect(small.headers.get('content-type')).toBe('image/png')
    expect(readPicture(new Uint8Array(await small.arrayBuffer()))).toMatchObject({ width: 100, height: 100 })
    const medium = address.replace('.png', '-medium.png')
    expect(readPicture(await bytesAt(realm, medium))).toMatchObject({ width: 500, height: 500 })
    expect(await bytesAt(realm, await avatarOf(dov.id))).not.toEqual(await bytesAt(realm, address))
    expect((await visit(realm, address.replace('/drawn/', '/drawn/x'))).status).toBe(404)
  })
})
