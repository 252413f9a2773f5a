import { describe, expect, test } from 'vitest'
import { preventAlarms, doDueWorkAfter30Days } from '../support/alarms'
import { captureConsole } from '../support/faults'
import { beforeR2Put, breakR2, fileOf, storedKeys, visit } from '../support/files'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { formOf, succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { JPEG, PNG } from '../support/pictures'
import { freshRealm } from '../support/realm'

const HAL = { full_name: 'Hal', short_name: 'hal' }
const picture = (bytes = PNG) => fileOf(bytes, 'hal.png', 'image/png')

async function sendForm(
  person: Person,
  [method, path]: [string, string],
  fields: Record<string, FieldValue>,
  ...files: File[]
): Promise<Json> {
  const body = new FormData()
  for (const [name, value] of formOf(fields)) body.set(name, value)
  for (const [index, file] of files.entries()) body.set(`file${index}`, file)
  return (await person.request(path, { method, body })).json()
}

const createBot = (person: Person, fields: Record<string, FieldValue>, ...files: File[]) =>
  sendForm(person, ['POST', '/bots'], fields, ...files)
const updateBot = (person: Person, bot_id: number, fields: Record<string, FieldValue>, ...files: File[]) =>
  sendForm(person, ['PATCH', `/bots/${bot_id}`], fields, ...files)

const BAD: [name: string, files: File[], answer: Json][] = [
  ['two pictures', [picture(), picture()], refusal('You may only upload one file at a time')],
  ['no picture', [fileOf('Notes')], expect.objectContaining({ result: 'error', code: 'BAD_IMAGE' })],
]

describe('POST /bots, with a picture', () => {
  test('creates a bot with an avatar that all users see', async () => {
    const { realm, ada, dov, ezra } = await freshRealm()
    let bot: Json = {}
    const received = await receivedBy(
      [ada, dov, ezra],
      async () => void (bot = succeeded(await createBot(dov, HAL, picture()))),
    )
    expect(bot.avatar_url).toMatch(/^\/user_avatars\/\d+\/\w{30}\.png\?version=2$/)
    expect(bot.ignored_parameters_unsupported).toBeUndefined()
    for (const { able } of received) expect(able.map(({ type }) => type)).toContain('realm_user')
    const { user } = succeeded(await ezra.get(`/users/${bot.user_id}`))
    expect(user).toMatchObject({ full_name: 'Hal', is_bot: true, bot_owner_id: dov.id, avatar_url: bot.avatar_url })
    expect((await visit(realm, bot.avatar_url)).status).toBe(200)
    expect(succeeded(await dov.get('/bots')).bots.at(-1)).toMatchObject({ avatar_url: bot.avatar_url })
  })

  test('works although users may not change their own avatar', async () => {
    const { ada, dov } = await freshRealm()
    succeeded(await ada.patch('/realm', { avatar_changes_disabled: true }))
    expect(succeeded(await createBot(dov, HAL, picture())).avatar_url).toContain('/user_avatars/')
  })

  test.each(BAD)('creates no bot with %s', async (_, files, answer) => {
    const { dov } = await freshRealm()
    await changesNothing([dov], async () => expect(await createBot(dov, HAL, ...files)).toEqual(answer))
    expect(await createBot(dov, HAL)).toMatchObject(SUCCESS)
  })

  test('is refused as without a picture, and R2 receives nothing', async () => {
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
        expect(await createBot(person, fields, picture()), msg).toMatchObject({ result: 'error', msg })
    })
    expect(await storedKeys(realm)).toEqual([])
  })

  test('checks the permission again after the upload', async () => {
    const { realm, ada, dov } = await freshRealm()
    beforeR2Put(realm, async () => succeeded(await ada.patch(`/users/${dov.id}`, { role: 600 })))
    expect(await createBot(dov, HAL, picture())).toEqual(refusal('Not allowed for guest users'))
    beforeR2Put(realm, async () => succeeded(await ada.delete(`/users/${dov.id}`)))
    succeeded(await ada.patch(`/users/${dov.id}`, { role: 400 }))
    expect(await createBot(dov, HAL, picture())).toMatchObject({ code: 'USER_DEACTIVATED' })
    const { members } = succeeded(await ada.get('/users'))
    expect(members.filter(({ full_name }: Json) => full_name === 'Hal')).toEqual([])
  })

  test('creates no bot while R2 is unavailable', async () => {
    const { realm, dov } = await freshRealm()
    captureConsole('error')
    breakR2(realm, 'put')
    await changesNothing([dov], async () =>
      expect(await createBot(dov, HAL, picture())).toMatchObject({ code: 'STORE_UNAVAILABLE' }),
    )
  })
})

describe('PATCH /bots/:bot_id, with a picture', () => {
  test('changes the avatar together with the name, and deletes the old picture after 30 days', async () => {
    const { realm, ada, dov, ezra } = await freshRealm()
    await preventAlarms(realm)
    const bot = succeeded(await createBot(dov, HAL, picture()))
    const [toEzra] = await receivedBy([ezra], async () => {
      const answer = succeeded(await updateBot(dov, bot.user_id, { full_name: 'Hal 9000' }, picture(JPEG)))
      expect(answer).toMatchObject({ full_name: 'Hal 9000', avatar_url: expect.stringMatching(/version=3$/) })
    })
    const { user } = succeeded(await ezra.get(`/users/${bot.user_id}`))
    expect(toEzra!.able.map(({ person }) => person)).toMatchObject([
      { user_id: bot.user_id, full_name: 'Hal 9000' },
      { user_id: bot.user_id, avatar_url: user.avatar_url },
    ])
    await doDueWorkAfter30Days(realm)
    expect((await visit(realm, bot.avatar_url)).status).toBe(404)
    expect((await visit(realm, user.avatar_url)).status).toBe(200)
    expect(await updateBot(ada, bot.user_id, {}, picture())).toMatchObject(SUCCESS) // administrators manage it too
  })

  test('is for the users who manage the bot', async () => {
    const { realm, dov, cleo, fig } = await freshRealm()
    await changesNothing([dov, cleo], async () => {
      expect(await updateBot(cleo, fig.id, {}, picture())).toEqual(refusal('Insufficient permission'))
      expect(await updateBot(dov, dov.id, {}, picture())).toEqual(refusal('No such bot'))
    })
    expect(await storedKeys(realm)).toEqual([])
  })

  test.each(BAD)('changes nothing with %s', async (_, files, answer) => {
    const { dov, fig } = await freshRealm()
    await changesNothing([dov], async () =>
      expect(await updateBot(dov, fig.id, { full_name: 'Figaro' }, ...files)).toEqual(answer),
    )
  })

  test('changes nothing if another parameter is wrong', async () => {
    const { dov, fig } = await freshRealm()
    await changesNothing([dov], async () =>
      expect(await updateBot(dov, fig.id, { bot_owner_id: 987 }, picture())).toMatchObject({ result: 'error' }),
    )
  })
})
