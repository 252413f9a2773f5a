import { expect, test } from 'vitest'
import { createStoredChanges, type Change } from '../sync/stored-changes'

const memory = (): Storage => {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
    key: (nth) => [...values.keys()][nth] ?? null,
    get length() {
      return values.size
    },
  }
}

const star = (op: 'add' | 'remove', messages: number[]): Change => ({ kind: 'flag', op, flag: 'starred', messages })
const reaction = (op: 'add' | 'remove', emoji_code: string): Change => ({
  kind: 'reaction',
  op,
  message_id: 1,
  emoji_name: emoji_code,
  emoji_code,
  reaction_type: 'unicode_emoji',
})
const edit = (content: string, before?: string): Change => ({ kind: 'edit', message_id: 1, content, before })

const after = (...changes: Change[]): readonly Change[] => {
  const stored = createStoredChanges(memory(), 4)
  for (const change of changes) expect(stored.add(change)).toBe(true)
  return stored.all()
}

test('a later flag takes its messages out of earlier changes of the same flag', () => {
  expect(after(star('add', [1, 2]), star('remove', [2]))).toEqual([star('add', [1]), star('remove', [2])])
  expect(after(star('add', [1]), star('remove', [1]))).toEqual([star('remove', [1])])
  const read: Change = { kind: 'flag', op: 'add', flag: 'read', messages: [1] }
  expect(after(star('add', [1]), read)).toEqual([star('add', [1]), read])
})

test('a later reaction with the same emoji replaces an earlier one', () => {
  expect(after(reaction('add', 'a'), reaction('add', 'b'), reaction('remove', 'a'))).toEqual([
    reaction('add', 'b'),
    reaction('remove', 'a'),
  ])
})

test('a second edit begins with the text that the first one saw', () => {
  expect(after(edit('two', 'one'), edit('three', 'two'))).toEqual([edit('three', 'one')])
})

test('a later choice for the same topic, channel or setting replaces an earlier one, and knows what was before', () => {
  const topic = (value: 1 | 3, before: 0 | 1, name = 'lunch'): Change => ({
    kind: 'topic',
    stream_id: 1,
    topic: name,
    value,
    before,
  })
  const muted = (stream_id: number, value: boolean): Change => ({
    kind: 'channel',
    stream_id,
    property: 'is_muted',
    value,
    before: !value,
  })
  const scheme = (value: number, before: number): Change => ({
    kind: 'setting',
    property: 'color_scheme',
    value,
    before,
  })
  expect(after(topic(1, 0), topic(3, 1, 'Lunch'), topic(1, 0, 'tea'))).toEqual([
    topic(3, 0, 'Lunch'),
    topic(1, 0, 'tea'),
  ])
  expect(after(muted(1, true), muted(2, true), muted(1, false))).toEqual([
    muted(2, true),
    { ...muted(1, false), before: false },
  ])
  expect(after(scheme(2, 1), scheme(3, 2))).toEqual([scheme(3, 1)])
})

test('each user has own changes, and what was sent is removed unless it changed meanwhile', () => {
  const storage = memory()
  const [ada, ben] = [createStoredChanges(storage, 4), createStoredChanges(storage, 5)]
  ada.add(edit('two', 'one'))
  expect(ben.all()).toEqual([])
  const [sent] = ada.all()
  ada.add(edit('three', 'two'))
  ada.remove(sent!)
  expect(ada.all()).toEqual([edit('three', 'one')])
  ada.remove(edit('three', 'one'))
  expect(ada.all()).toEqual([])
})

test('a change is refused when too many or too large ones wait', () => {
  const stored = createStoredChanges(memory(), 4)
  expect(stored.add(edit('x'.repeat(1_000_000)))).toBe(false)
  for (let id = 0; id < 1000; id++)
    expect(stored.add({ kind: 'edit', message_id: id, content: 'a', before: undefined })).toBe(true)
  expect(stored.add(star('add', [1]))).toBe(false)
})

test('what another tab wrote is read, and a text is parsed once', () => {
  const storage = memory()
  const [one, other] = [createStoredChanges(storage, 4), createStoredChanges(storage, 4)]
  expect(one.add(star('add', [1]))).toBe(true)
  expect(other.all()).toEqual([star('add', [1])])
  expect(other.all()).toBe(other.all())
  other.remove(star('add', [1]))
  expect(one.all()).toEqual([])
})

test('a later move of a message, or of the same whole topic, replaces an earlier one', () => {
  const move = (
    message_id: number,
    topic: string,
    propagate_mode: 'change_one' | 'change_all',
    from = 'lunch',
  ): Change => ({
    kind: 'move',
    message_id,
    from: { stream_id: 1, topic: from },
    topic,
    propagate_mode,
  })
  expect(after(move(1, 'tea', 'change_one'), move(1, 'soup', 'change_one'))).toEqual([move(1, 'soup', 'change_one')])
  expect(after(move(1, 'tea', 'change_one'), move(2, 'soup', 'change_one'))).toHaveLength(2)
  expect(after(move(1, 'tea', 'change_all'), move(2, 'soup', 'change_all', 'Lunch'))).toEqual([
    move(2, 'soup', 'change_all', 'Lunch'),
  ])
  expect(after(move(1, 'tea', 'change_all'), move(2, 'soup', 'change_all', 'dinner'))).toHaveLength(2)
})

test('a later choice to subscribe or to delete replaces an earlier one', () => {
  const subscription = (op: 'add' | 'remove', stream_id = 1): Change => ({
    kind: 'subscription',
    op,
    stream_id,
    name: 'general',
  })
  expect(after(subscription('remove'), subscription('add', 2), subscription('add'))).toEqual([
    subscription('add', 2),
    subscription('add'),
  ])
  const deletion: Change = { kind: 'delete', message_id: 1 }
  expect(after(deletion, deletion)).toEqual([deletion])
})
