import { describe, expect, test } from 'vitest'
import { doDueWorkAfter30Days, preventAlarms } from '../support/alarms'
import { captureConsole } from '../support/faults'
import { breakR2, fileOf, formWith, storedKeys, visit } from '../support/files'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type Json, type Person } from '../support/person'
import { readPicture } from '../../src/images/picture'
import { PNG } from '../support/pictures'
import { freshRealm } from '../support/realm'

const picture = () => fileOf(PNG, 'icon.png', 'image/png')

async function uploadPicture(
  person: Person,
  path: string,
  files: File[],
  fields: Record<string, string> = {},
): Promise<Json> {
  const body = formWith(...files)
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  return (await person.request(path, { method: 'POST', body })).json()
}

const redirectOf = async (person: Person, path: string) => {
  const response = await person.request(path, { redirect: 'manual' })
  expect(response.status).toBe(302)
  return response.headers.get('location')
}

const realmState = async (person: Person) => (await person.registers({ fetch_event_types: ['realm'] })).state

describe('the icon of the organization', () => {
  test('comes from Gravatar until an administrator uploads one, and again after its removal', async () => {
    const { realm, ben, dov, ezra } = await freshRealm()
    await preventAlarms(realm)
    const gravatar = `https://secure.gravatar.com/avatar/${realm.name}?d=identicon&version=`
    expect(await realmState(dov)).toMatchObject({
      realm_icon_url: `${gravatar}1`,
      realm_icon_source: 'G',
      max_icon_file_size_mib: 5,
    })
    let answer: Json
    const received = await receivedBy(
      [dov, ezra],
      async () => (answer = await uploadPicture(ben, '/realm/icon', [picture()])),
    )
    const { icon_url } = answer
    expect(icon_url).toMatch(/^\/user_avatars\/\d+\/realm\/\w{30}\.png\?version=2$/)
    const expectedEvent = { type: 'realm', op: 'update_dict', property: 'icon', data: { icon_url, icon_source: 'U' } }
    for (const { plain } of received) expect(plain).toEqual([expectedEvent])
    expect(await redirectOf(ezra, '/realm/icon')).toBe(icon_url)
    expect(succeeded(await dov.get('/server_settings')).realm_icon).toBe(`${realm.url}${icon_url}`)
    const response = await visit(realm, icon_url)
    expect(readPicture(new Uint8Array(await response.arrayBuffer()))).toMatchObject({ content_type: 'image/webp' })
    await receivedBy([dov], async () =>
      expect(await ben.delete('/realm/icon')).toEqual({ ...SUCCESS, icon_url: `${gravatar}3` }),
    )
    await doDueWorkAfter30Days(realm)
    expect(await storedKeys(realm)).toEqual([])
  })
})

describe('the logos of the organization', () => {
  test('are different for light and dark themes', async () => {
    const { realm, ada, dov } = await freshRealm()
    expect(await realmState(dov)).toMatchObject({
      realm_logo_url: '/static/images/logo.svg?version=1',
      realm_logo_source: 'D',
      realm_night_logo_url: '/static/images/logo.svg?version=1',
      realm_night_logo_source: 'D',
      max_logo_file_size_mib: 5,
    })
    const [memberEvents] = await receivedBy([dov], async () => {
      expect(await uploadPicture(ada, '/realm/logo', [picture()], { night: 'true' })).toEqual(SUCCESS)
      expect(await uploadPicture(ada, '/realm/logo', [picture()], { night: 'false' })).toEqual(SUCCESS)
      expect(await ada.delete('/realm/logo', { night: false })).toEqual(SUCCESS)
    })
    const { realm_night_logo_url } = await realmState(dov)
    expect(memberEvents!.plain).toMatchObject([
      { property: 'night_logo', data: { night_logo_url: realm_night_logo_url, night_logo_source: 'U' } },
      { property: 'logo', data: { logo_source: 'U' } },
      { property: 'logo', data: { logo_url: '/static/images/logo.svg?version=3', logo_source: 'D' } },
    ])
    expect(await redirectOf(dov, '/realm/logo?night=true')).toBe(realm_night_logo_url)
    expect(await redirectOf(dov, '/realm/logo?night=false')).toBe('/static/images/logo.svg?version=3')
    const defaultLogo = await visit(realm, '/static/images/logo.svg?version=3')
    expect([defaultLogo.status, defaultLogo.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(defaultLogo.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
    expect(await defaultLogo.text()).toMatch(/^<svg /)
  })
})

describe('changes of the icon and the logos', () => {
  test('are for administrators only', async () => {
    const { cleo, dov, ezra, fig } = await freshRealm()
    const refused = refusal('Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL')
    await changesNothing([dov], async () => {
      for (const person of [cleo, dov, ezra, fig]) {
        expect(await uploadPicture(person, '/realm/icon', [picture()])).toEqual(refused)
        expect(await uploadPicture(person, '/realm/logo', [picture()], { night: 'true' })).toEqual(refused)
        expect(await person.delete('/realm/icon')).toEqual(refused)
        expect(await person.delete('/realm/logo', { night: true })).toEqual(refused)
      }
    })
  })

  const NOT_A_PICTURE = refusal('Could not decode image; did you upload an image file?', 'BAD_IMAGE')
  const BAD: [path: string, files: File[], fields: Record<string, string>, answer: Json][] = [
    ['/realm/icon', [], {}, refusal('You must upload exactly one icon.')],
    ['/realm/icon', [picture(), picture()], {}, refusal('You must upload exactly one icon.')],
    ['/realm/icon', [fileOf('<html>')], {}, NOT_A_PICTURE],
    ['/realm/logo', [], { night: 'true' }, refusal('You must upload exactly one logo.')],
    ['/realm/logo', [fileOf('<svg>')], { night: 'false' }, NOT_A_PICTURE],
    [
      '/realm/logo',
      [picture()],
      {},
      refusal("Missing 'night' argument", 'REQUEST_VARIABLE_MISSING', { var_name: 'night' }),
    ],
    ['/realm/logo', [picture()], { night: 'maybe' }, refusal('night is not valid JSON')],
    [
      '/realm/icon',
      [fileOf(new Uint8Array(5 * 1024 * 1024 + 1))],
      {},
      refusal('Uploaded file is larger than the allowed limit of 5 MiB'),
    ],
  ]
  test.each(BAD)('POST %s refuses an invalid form, and changes nothing', async (path, files, fields, answer) => {
    const { ada, dov } = await freshRealm()
    await changesNothing([dov], async () => expect(await uploadPicture(ada, path, files, fields)).toEqual(answer))
  })

  test('fail if R2 fails, and change nothing', async () => {
    const { realm, ada } = await freshRealm()
    captureConsole('error')
    breakR2(realm, 'put')
    await changesNothing([ada], async () =>
      expect((await uploadPicture(ada, '/realm/icon', [picture()])).code).toBe('STORE_UNAVAILABLE'),
    )
  })

  test('the initial state has the size limits', async () => {
    const { dov } = await freshRealm()
    expect(await realmState(dov)).toMatchObject({
      max_file_upload_size_mib: 16,
      max_avatar_file_size_mib: 5,
      realm_upload_quota_mib: 24,
    })
  })
})
