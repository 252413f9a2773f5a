import { describe, expect, test } from 'vitest'
import type { DeleteMessageEvent, MessageEvent, UpdateMessageEvent } from '../../client-state/wire'
import { afterEvent, recentOf, withArrivals } from '../store/recent-conversations'
import { partOf } from './part-of'

const OWN = 7
const topic = (name: string, max_message_id: number, sender_ids = [1]) =>
  recentOf(
    { stream_id: 3, topic: name, max_message_id, sender_id: sender_ids[0]!, timestamp: 5, excerpt: name, sender_ids },
    OWN,
  )
const message = (subject: string, id: number, sender_id = 2) =>
  partOf<MessageEvent>({
    type: 'message',
    message: { id, sender_id, type: 'stream', stream_id: 3, subject, timestamp: 6, content: '<p>new</p>' },
  })
const rowsOf = (list: readonly { topic?: string; key: string; max_message_id: number; html?: string }[]) =>
  list.map(({ key, max_message_id, html }) => [key, max_message_id, html])

describe('the recent conversations', () => {
  const list = [topic('lunch', 20, [1, 4, 5, 6, 8]), topic('dinner', 10)]
  const [lunch, dinner] = list.map(({ key }) => key)

  test('a message brings its conversation to the front, and its sender to the first of five', () => {
    const after = afterEvent(list, message('dinner', 21), OWN)
    expect(rowsOf(after)).toEqual([
      [dinner, 21, '<p>new</p>'],
      [lunch, 20, undefined],
    ])
    expect(after[0]!.sender_ids).toEqual([2, 1])
    expect(afterEvent(list, message('lunch', 21), OWN)[0]!.sender_ids).toEqual([2, 1, 4, 5, 6])
  })

  test('a direct message is in the conversation of the others', () => {
    const display_recipient = [{ id: 2 }, { id: OWN }]
    const event = partOf<MessageEvent>({
      type: 'message',
      message: { id: 30, sender_id: 2, type: 'private', timestamp: 6, content: '', display_recipient },
    })
    expect(afterEvent(list, event, OWN)[0]!.route).toEqual({
      view: 'direct',
      user_ids: [2],
    })
  })

  test('there are at most 200', () => {
    const many = Array.from({ length: 200 }, (_, index) => topic(`topic ${index}`, 200 - index))
    const after = afterEvent(many, message('another', 201), OWN)
    expect([after.length, after.at(-1)?.topic]).toEqual([200, 'topic 198'])
  })

  test('an edit and a deletion change the text of the newest message only', () => {
    const edit = partOf<UpdateMessageEvent>({
      type: 'update_message',
      message_id: 20,
      rendered_content: '<p>soup</p>',
    })
    expect(rowsOf(afterEvent(list, edit, OWN))).toEqual([
      [lunch, 20, '<p>soup</p>'],
      [dinner, 10, undefined],
    ])
    expect(afterEvent(list, { ...edit, message_id: 19 }, OWN)).toEqual(list)
    const deletion = partOf<DeleteMessageEvent>({ type: 'delete_message', message_ids: [9, 10] })
    expect(rowsOf(afterEvent(list, deletion, OWN))).toEqual([
      [lunch, 20, undefined],
      [dinner, 10, ''],
    ])
  })

  test('messages that arrive during a request stay in front of its answer', () => {
    const before = afterEvent(list, message('dinner', 21), OWN)
    expect(rowsOf(withArrivals(list, before))).toEqual([
      [dinner, 21, '<p>new</p>'],
      [lunch, 20, undefined],
    ])
    expect(withArrivals(list, list)).toEqual(list)
  })
})
