import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { type Json } from '../support/person'
import { freshRealm } from '../support/realm'
import { changesNothing, receivedBy } from '../support/received-events'

describe('POST /zcommand', () => {
  const STEPS: [command: string, property: string, value: Json][] = [
    ['/dark', 'color_scheme', 2],
    ['/light', 'color_scheme', 3],
    ['/fluid-width', 'fluid_layout_width', true],
    ['/fixed-width', 'fluid_layout_width', false],
  ]
  test('a command changes a display setting, and the response describes the change', async () => {
    const { ada, dov } = await freshRealm()
    for (const [command, property, value] of STEPS) {
      const [dovsEvents, adasEvents] = await receivedBy([dov, ada], async () =>
        expect(await dov.post('/zcommand', { command })).toEqual({
          result: 'success',
          msg: expect.stringContaining('To go back, type'),
        }),
      )
      expect(dovsEvents!.able).toEqual([{ type: 'user_settings', op: 'update', property, value }])
      expect([...adasEvents!.plain, ...adasEvents!.able]).toEqual([])
      await changesNothing([dov], async () =>
        expect((await dov.post('/zcommand', { command })).msg).toMatch(/^You already have .*\.$/),
      )
    }
  })

  test('/ping succeeds, an unknown command fails, and bots are refused', async () => {
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
