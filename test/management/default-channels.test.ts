import { describe, expect, test } from 'vitest'
import { ADMINISTRATORS_ONLY, INVALID_CHANNEL, refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type Json } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'

describe('POST /default_streams', () => {
  test('all users but guests receive the channels that new accounts are subscribed to', async () => {
    const { ada, ben, cleo, dov, ezra, general } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    await ben.post('/default_streams', { stream_id: garden.stream_id })
    const received = await receivedBy([ada, ben, cleo, dov, ezra], async () => {
      expect(await ben.post('/default_streams', { stream_id: general.stream_id })).toEqual(SUCCESS)
    })
    const event = { type: 'default_streams', default_streams: [general.stream_id, garden.stream_id] }
    for (const { plain, able } of received.slice(0, 4)) {
      expect(plain).toEqual([event])
      expect(able).toEqual([event])
    }
    expect(received[4]).toEqual({ plain: [], able: [] })
    const { streams } = succeeded(await dov.get('/streams', { include_default: true }))
    expect(streams.map((channel: Json) => channel.is_default)).toEqual([true, true])
  })

  test('a default channel stays one, and no event is published', async () => {
    const { ada, dov, general } = await freshRealm()
    succeeded(await ada.post('/default_streams', { stream_id: general.stream_id }))
    await changesNothing([ada, dov], async () => {
      expect(await ada.post('/default_streams', { stream_id: general.stream_id })).toEqual(SUCCESS)
    })
  })

  test('private, archived and unknown channels are refused', async () => {
    const { ada, dov, vault, attic } = await freshRealm()
    await changesNothing([ada, dov], async () => {
      expect(await ada.post('/default_streams', { stream_id: vault.stream_id })).toEqual(
        refusal('Private channels cannot be made default.'),
      )
      for (const stream_id of [attic.stream_id, 4711])
        expect(await ada.post('/default_streams', { stream_id })).toEqual(INVALID_CHANNEL)
      expect(await ada.post('/default_streams', { stream_id: -1 })).toEqual(
        refusal('stream_id is not a non-negative integer'),
      )
      expect(await ada.post('/default_streams', { stream_id: 'x' })).toEqual(refusal('stream_id is not valid JSON'))
      expect(await ada.post('/default_streams')).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING' })
    })
  })

  test('only administrators may add and remove default channels', async () => {
    const { ada, cleo, dov, ezra, fig, general } = await freshRealm()
    await changesNothing([ada, dov], async () => {
      for (const person of [cleo, dov, ezra, fig])
        for (const method of ['POST', 'DELETE']) {
          const path = `/default_streams?stream_id=${general.stream_id}`
          expect(await (await person.request(path, { method })).json()).toEqual(ADMINISTRATORS_ONLY)
        }
    })
    succeeded(await ada.post('/default_streams', { stream_id: general.stream_id }))
  })
})

describe('DELETE /default_streams', () => {
  test('the channel is no longer a default channel', async () => {
    const { ada, ben, dov, ezra, general } = await freshRealm()
    succeeded(await ada.post('/default_streams', { stream_id: general.stream_id }))
    const received = await receivedBy([dov, ezra], async () => {
      expect(await ben.delete('/default_streams', { stream_id: general.stream_id })).toEqual(SUCCESS)
    })
    expect(received[0]!.plain).toEqual([{ type: 'default_streams', default_streams: [] }])
    expect(received[1]).toEqual({ plain: [], able: [] })
    await changesNothing([ada, dov], async () => {
      expect(await ben.delete('/default_streams', { stream_id: general.stream_id })).toEqual(SUCCESS)
      expect(await ben.delete('/default_streams', { stream_id: 4711 })).toEqual(INVALID_CHANNEL)
    })
  })
})
