import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'

const take = (person: Person, onboarding_step: string) => person.post('/users/me/onboarding_steps', { onboarding_step })

const toCome = async (person: Person): Promise<string[]> =>
  (await person.registers()).state.onboarding_steps.map(({ name }: Json) => name)

describe('POST /users/me/onboarding_steps', () => {
  test('what somebody was shown is not to come any more, on all their devices', async () => {
    const { ada, dov } = await freshRealm()
    const before = await toCome(dov)
    const [his, hers] = await receivedBy([dov, ada], async () =>
      expect(await take(dov, 'intro_inbox_view_modal')).toEqual(SUCCESS),
    )
    const left = before.filter((name) => name !== 'intro_inbox_view_modal')
    expect(left).toHaveLength(before.length - 1)
    for (const events of [his!.plain, his!.able])
      expect(events).toEqual([
        { type: 'onboarding_steps', onboarding_steps: left.map((name) => ({ type: 'one_time_notice', name })) },
      ])
    expect([...hers!.plain, ...hers!.able]).toEqual([])
    expect(await toCome(dov)).toEqual(left)
    expect(await toCome(ada)).toEqual(before)
    await changesNothing([dov], async () => expect(await take(dov, 'intro_inbox_view_modal')).toEqual(SUCCESS))
  })

  test('what is no step is refused, and so are bots', async () => {
    const { dov, fig } = await freshRealm()
    await changesNothing([dov], async () => {
      expect(await take(dov, 'dance')).toEqual(refusal('Unknown onboarding_step: dance'))
      expect(await take(dov, '')).toEqual(refusal('Unknown onboarding_step: '))
      expect(await dov.post('/users/me/onboarding_steps')).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING' })
      expect(await fig.post('/users/me/onboarding_steps', { onboarding_step: 'intro_inbox_view_modal' })).toEqual(
        refusal('This endpoint does not accept bot requests.'),
      )
    })
  })

  test('there is no film to be reminded of, so when to be is told to be no parameter', async () => {
    const { dov } = await freshRealm()
    const reminded = { schedule_navigation_tour_video_reminder_delay: 60 }
    expect(
      await dov.post('/users/me/onboarding_steps', { onboarding_step: 'intro_resolve_topic', ...reminded }),
    ).toMatchObject({ ignored_parameters_unsupported: ['schedule_navigation_tour_video_reminder_delay'] })
    expect((await dov.registers()).state.navigation_tour_video_url).toBeNull()
  })
})

describe('POST /zcommand', () => {
  const STEPS: [command: string, property: string, value: Json][] = [
    ['/dark', 'color_scheme', 2],
    ['/light', 'color_scheme', 3],
    ['/fluid-width', 'fluid_layout_width', true],
    ['/fixed-width', 'fluid_layout_width', false],
  ]
  test('changes how its owner sees things, and says so', async () => {
    const { ada, dov } = await freshRealm()
    for (const [command, property, value] of STEPS) {
      const [his, hers] = await receivedBy([dov, ada], async () =>
        expect(await dov.post('/zcommand', { command })).toEqual({
          result: 'success',
          msg: expect.stringContaining('To go back, type'),
        }),
      )
      expect(his!.able).toEqual([{ type: 'user_settings', op: 'update', property, value }])
      expect([...hers!.plain, ...hers!.able]).toEqual([])
      await changesNothing([dov], async () =>
        expect((await dov.post('/zcommand', { command })).msg).toMatch(/^You have .* already\.$/),
      )
    }
  })

  test('answers a ping, and refuses what is no command', async () => {
    const { dov, fig } = await freshRealm()
    await changesNothing([dov], async () => {
      expect(await dov.post('/zcommand', { command: '/ping' })).toEqual(SUCCESS)
      for (const command of ['dance', 'constructor', ''])
        expect(await dov.post('/zcommand', { command: `/${command}` })).toEqual(refusal(`No such command: ${command}`))
      expect(await dov.post('/zcommand')).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING' })
      expect(await fig.post('/zcommand', { command: '/dark' })).toEqual(
        refusal('This endpoint does not accept bot requests.'),
      )
    })
  })
})
