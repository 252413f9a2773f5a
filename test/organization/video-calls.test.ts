import { describe, expect, test } from 'vitest'
import { freshRealm } from '../support/realm'

const refusal = (provider: string) => ({ result: 'error', msg: `${provider} is not configured.`, code: 'BAD_REQUEST' })

describe('the endpoints that create video calls', () => {
  test('a provider that is not configured is refused with its name', async () => {
    const { dov, ezra } = await freshRealm()
    for (const person of [dov, ezra]) {
      expect(await person.get('/calls/bigbluebutton/create', { meeting_name: 'lunch' })).toEqual(
        refusal('BigBlueButton'),
      )
      expect(await person.post('/calls/zoom/create', { is_video_call: true })).toEqual(refusal('Zoom'))
      expect(await person.post('/calls/constructorgroups/create')).toEqual(refusal('Constructor Groups'))
      expect(await person.post('/calls/nextcloud_talk/create', { room_name: 'lunch' })).toEqual(
        refusal('Nextcloud Talk'),
      )
      expect(await person.post('/calls/webex/create')).toEqual(refusal('Webex'))
    }
    expect((await dov.request('/calls/zoom/create', { method: 'POST' })).status).toBe(400)
  })

  test('refuses requests without an account', async () => {
    const { realm } = await freshRealm()
    expect((await realm.request('/calls/zoom/create', { method: 'POST' })).status).toBe(401)
  })
})
