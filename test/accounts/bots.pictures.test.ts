import { describe, expect, test } from 'vitest'
import { holdAlarms, hush, ringByHand } from '../support/faults'
import { beforeR2IsGiven, breakR2, fileOf, keysOf, visit } from '../support/files'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { formOf, succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { JPEG, PNG } from '../support/pictures'
import { freshRealm } from '../support/realm'

const HAL = { full_name: 'Hal', short_name: 'hal' }
const picture = (bytes = PNG) => fileOf(bytes, 'hal.png', 'image/png')

async function sends(
  person: Person,
  [method, path]: [string, string],
  fields: Record<string, FieldValue>,
  ...files: File[]
): Promise<Json> {
  const body = new FormData()
  for (const [name, value] of formOf(fields)) body.set(name, value)
  for (const [nth, file] of files.entries()) body.set(`file${nth}`, file)
  return (await person.request(path, { method, body })).json()
}

const makes = (person: Person, fields: Record<string, FieldValue>, ...files: File[]) =>
  sends(person, ['POST', '/bots'], fields, ...files)
const changes = (person: Person, bot_id: number, fields: Record<string, FieldValue>, ...files: File[]) =>
  sends(person, ['PATCH', `/bots/${bot_id}`], fields, ...files)

const BAD: [what: string, files: File[], refused: Json][] = [
  ['two pictures', [picture(), picture()], refusal('You may only upload one file at a time')],
  ['no picture', [fileOf('Notes')], expect.objectContaining({ result: 'error', code: 'BAD_IMAGE' })],
]

describe('POST /bots, with a picture', () => {
  test('makes a bot that everyone sees by it', async () => {
    const { realm, ada, dov, ezra } = await freshRealm()
    let made: Json = {}
    const heard = await receivedBy(
      [ada, dov, ezra],
      async () => void (made = succeeded(await makes(dov, HAL, picture()))),
    )
    expect(made.avatar_url).toMatch(/^\/user_avatars\/\d+\/\w{30}\.png\?version=2$/)
    expect(made.ignored_parameters_unsupported).toBeUndefined()
    for (const { able } of heard) expect(able.map(({ type }) => type)).toContain('realm_user')
    const { user } = succeeded(await ezra.get(`/users/${made.user_id}`))
    expect(user).toMatchObject({ full_name: 'Hal', is_bot: true, bot_owner_id: dov.id, avatar_url: made.avatar_url })
    expect((await visit(realm, made.avatar_url)).status).toBe(200)
    expect(succeeded(await dov.get('/bots')).bots.at(-1)).toMatchObject({ avatar_url: made.avatar_url })
  })

  test('does so where people may not change their own', async () => {
    const { ada, dov } = await freshRealm()
    succeeded(await ada.patch('/realm', { avatar_changes_disabled: true }))
    expect(succeeded(await makes(dov, HAL, picture())).avatar_url).toContain('/user_avatars/')
  })

  test.each(BAD)('that is %s, makes none', async (_, files, refused) => {
    const { dov } = await freshRealm()
    await changesNothing([dov], async () => expect(await makes(dov, HAL, ...files)).toEqual(refused))
    expect(await makes(dov, HAL)).toMatchObject(SUCCESS)
  })

  test('is refused like one without, and R2 is given nothing', async () => {
    const { realm, ada, dov, ezra, fig } = await freshRealm()
    const refusals: [Person, Record<string, FieldValue>, string][] = [
      [ezra, HAL, 'Not allowed for guest users'],
      [fig, HAL, 'This endpoint does not accept bot requests.'],
      [dov, { ...HAL, short_name: 'fig' }, 'Username already in use'],
      [dov, { ...HAL, full_name: 'Fig' }, 'Name is already in use!'],
      [dov, { ...HAL, bot_type: 4 }, 'Embedded bots are not enabled.'],
    ]
    await changesNothing([ada, dov], async () => {
      for (const [person, fields, msg] of refusals)
        expect(await makes(person, fields, picture()), msg).toMatchObject({ result: 'error', msg })
    })
    expect(await keysOf(realm)).toEqual([])
  })

  test('is asked for anew once the picture is there', async () => {
    const { realm, ada, dov } = await freshRealm()
    beforeR2IsGiven(realm, async () => succeeded(await ada.patch(`/users/${dov.id}`, { role: 600 })))
    expect(await makes(dov, HAL, picture())).toEqual(refusal('Not allowed for guest users'))
    beforeR2IsGiven(realm, async () => succeeded(await ada.delete(`/users/${dov.id}`)))
    succeeded(await ada.patch(`/users/${dov.id}`, { role: 400 }))
    expect(await makes(dov, HAL, picture())).toMatchObject({ code: 'USER_DEACTIVATED' })
    const { members } = succeeded(await ada.get('/users'))
    expect(members.filter(({ full_name }: Json) => full_name === 'Hal')).toEqual([])
  })

  test('makes none while R2 keeps no pictures', async () => {
    const { realm, dov } = await freshRealm()
    hush('error')
    breakR2(realm, 'put')
    await changesNothing([dov], async () =>
      expect(await makes(dov, HAL, picture())).toMatchObject({ code: 'STORE_UNAVAILABLE' }),
    )
  })
})

describe('PATCH /bots/:bot_id, with a picture', () => {
  test('changes it with all else, and the old one is gone', async () => {
    const { realm, ada, dov, ezra } = await freshRealm()
    await holdAlarms(realm)
    const made = succeeded(await makes(dov, HAL, picture()))
    const [toEzra] = await receivedBy([ezra], async () => {
      const answer = succeeded(await changes(dov, made.user_id, { full_name: 'Hal 9000' }, picture(JPEG)))
      expect(answer).toMatchObject({ full_name: 'Hal 9000', avatar_url: expect.stringMatching(/version=3$/) })
    })
    const { user } = succeeded(await ezra.get(`/users/${made.user_id}`))
    expect(toEzra!.able.map(({ person }) => person)).toMatchObject([
      { user_id: made.user_id, full_name: 'Hal 9000' },
      { user_id: made.user_id, avatar_url: user.avatar_url },
    ])
    await ringByHand(realm)
    expect((await visit(realm, made.avatar_url)).status).toBe(404)
    expect((await visit(realm, user.avatar_url)).status).toBe(200)
    expect(await changes(ada, made.user_id, {}, picture())).toMatchObject(SUCCESS) // administrators see to it as well
  })

  test('is for those who see to it', async () => {
    const { realm, dov, cleo, fig } = await freshRealm()
    await changesNothing([dov, cleo], async () => {
      expect(await changes(cleo, fig.id, {}, picture())).toEqual(refusal('Insufficient permission'))
      expect(await changes(dov, dov.id, {}, picture())).toEqual(refusal('No such bot'))
    })
    expect(await keysOf(realm)).toEqual([])
  })

  test.each(BAD)('that is %s, changes nothing', async (_, files, refused) => {
    const { dov, fig } = await freshRealm()
    await changesNothing([dov], async () =>
      expect(await changes(dov, fig.id, { full_name: 'Figaro' }, ...files)).toEqual(refused),
    )
  })

  test('changes nothing if anything else is wrong', async () => {
    const { dov, fig } = await freshRealm()
    await changesNothing([dov], async () =>
      expect(await changes(dov, fig.id, { bot_owner_id: 987 }, picture())).toMatchObject({ result: 'error' }),
    )
  })
})
