import { describe, expect, test } from 'vitest'
import { SharedFrames } from '../../src/events/shared-frames'

const event = (id: number, more = '') => `{"type":"message","id":${id}${more}}`
const connection = (transport: 'socket' | 'stream', vendor = '') => ({ transport, vendor })

describe('the text of a frame', () => {
  test('is JSON on a WebSocket and in the answer of a long poll', () => {
    const frames = new SharedFrames()
    const events = [event(1), event(2)]
    expect(frames.textFor(connection('socket'), events)).toBe(`{"events":[${event(1)},${event(2)}]}`)
    expect(frames.textForPoll(events)).toBe(`{"events":[${event(1)},${event(2)}]}`)
  })

  test('has one server-sent event with its id for each event on a stream', () => {
    const added = '{"type":"reaction","op":"add","id":12,"message":{"id":3}}'
    const text = new SharedFrames().textFor(connection('stream'), [event(7), added])
    expect(text).toBe(`id: 7\ndata: ${event(7)}\n\nid: 12\ndata: ${added}\n\n`)
  })

  test('is in the spelling of its client, except for a long poll, which the Worker spells', () => {
    const frames = new SharedFrames()
    const events = [event(1, ',"reaction_type":"svc_extra_emoji"')]
    expect(frames.textFor(connection('socket', 'zulip'), events)).toContain('zulip_extra_emoji')
    expect(frames.textFor(connection('stream', 'zulip'), events)).toContain('zulip_extra_emoji')
    expect(frames.textFor(connection('socket'), events)).toContain('"svc_extra_emoji"')
    expect(frames.textForPoll(events)).toContain('"svc_extra_emoji"')
  })

  test('is not that of other events, however many different frames a batch has', () => {
    const frames = new SharedFrames()
    const ids = Array.from({ length: 20 }, (_, id) => id)
    for (const id of [...ids, ...ids])
      expect(frames.textFor(connection('socket'), [event(id)])).toBe(`{"events":[${event(id)}]}`)
    expect(frames.textFor(connection('socket'), [event(1), event(2)])).toContain(event(2))
  })

  test('of an event without an id is refused on a stream', () => {
    expect(() => new SharedFrames().textFor(connection('stream'), ['{"id":1}'])).toThrow('has no id')
  })
})
