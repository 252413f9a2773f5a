import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'

const markSeen = (user: Person, onboarding_step: string) => user.post('/users/me/onboarding_steps', { onboarding_step })

const stepsOf = async (user: Person): Promise<string[]> =>
  (await user.registers()).state.onboarding_steps.map(({ name }: Json) => name)

describe('POST /users/me/onboarding_steps', () => {
  test('a step that the user has seen is removed for all clients of the user', async () => {
    const { ada, dov } = await freshRealm()
    const before = await stepsOf(dov)
    const [dovsEvents, adasEvents] = await receivedBy([dov, ada], async () =>
      expect(await markSeen(dov, 'intro_inbox_view_modal')).toEqual(SUCCESS),
    )
    const remaining = before.filter((name) => name !== 'intro_inbox_view_modal')
    expect(remaining).toHaveLength(before.length - 1)
    for (const events of [dovsEvents!.plain, dovsEvents!.able])
      expect(events).toEqual([
        { type: 'onboarding_steps', onboarding_steps: remaining.map((name) => ({ type: 'one_time_notice', name })) },
      ])
    expect([...adasEvents!.plain, ...adasEvents!.able]).toEqual([])
    expect(await stepsOf(dov)).toEqual(remaining)
    expect(await stepsOf(ada)).toEqual(before)
    await changesNothing([dov], async () => expect(await markSeen(dov, 'intro_inbox_view_modal')).toEqual(SUCCESS))
  })

  test('an unknown step is refused, and so are bots', async () => {
    const { dov, fig } = await freshRealm()
    await changesNothing([dov], async () => {
      expect(await markSeen(dov, 'dance')).toEqual(refusal('Unknown onboarding_step: dance'))
      expect(await markSeen(dov, '')).toEqual(refusal('Unknown onboarding_step: '))
      expect(await dov.post('/users/me/onboarding_steps')).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING' })
      expect(await fig.post('/users/me/onboarding_steps', { onboarding_step: 'intro_inbox_view_modal' })).toEqual(
        refusal('This endpoint does not accept bot requests.'),
      )
    })
  })

  test('there is no navigation tour video, so a reminder of it is an unsupported parameter', async () => {
    const { dov } = await freshRealm()
    const reminder = { schedule_navigation_tour_video_reminder_delay: 60 }
    expect(
      await dov.post('/users/me/onboarding_steps', { onboarding_step: 'intro_resolve_topic', ...reminder }),
    ).toMatchObject({ ignored_parameters_unsupported: ['schedule_navigation_tour_video_reminder_delay'] })
    expect((await dov.registers()).state.navigation_tour_video_url).toBeNull()
  })
})
