import { expect, test } from 'vitest'
import { widgetOf } from '../store/widgets'

const parts = (...contents: [sender_id: number, content: unknown][]) =>
  contents.map(([sender_id, content], id) => ({
    id,
    sender_id,
    message_id: 1,
    msg_type: 'widget',
    content: typeof content === 'string' ? content : JSON.stringify(content),
  }))
const poll = { widget_type: 'poll', extra_data: { question: 'Where?', options: ['North', 'South'] } }
const todo = { widget_type: 'todo', extra_data: { task_list_title: 'Shop', tasks: [{ task: 'Milk', desc: 'oat' }] } }

test('a message without a widget has none', () => {
  expect(widgetOf([], 1)).toBe(undefined)
  expect(widgetOf(parts([1, 'no json']), 1)).toBe(undefined)
})

test("each user's newest vote counts, and new options join", () => {
  const vote = (key: string, number: number) => ({ type: 'vote', key, vote: number })
  const widget = widgetOf(
    parts(
      [1, poll],
      [2, vote('canned,0', 1)],
      [3, vote('canned,0', 1)],
      [2, vote('canned,0', -1)],
      [2, { type: 'new_option', idx: 4, option: 'East' }],
      [3, { type: 'new_option', idx: 1, option: 'East' }],
      [3, vote('2,4', 1)],
      [3, 'no json'],
    ),
    1,
  )
  expect(widget).toEqual({
    kind: 'poll',
    question: 'Where?',
    nextIndex: 5,
    options: [
      { key: 'canned,0', text: 'North', voters: [3] },
      { key: 'canned,1', text: 'South', voters: [] },
      { key: '2,4', text: 'East', voters: [3] },
    ],
  })
})

test('a task is checked and unchecked, and only the author names the list', () => {
  const strike = { type: 'strike', key: '0,canned' }
  const title = (name: string) => ({ type: 'new_task_list_title', title: name })
  const task = { type: 'new_task', key: 7, task: 'Bread', desc: '', completed: false }
  const widget = widgetOf(parts([1, todo], [2, title('mine')], [1, title('Food')], [2, strike], [3, task]), 1)
  expect(widget).toEqual({
    kind: 'todo',
    title: 'Food',
    nextKey: 8,
    tasks: [
      { key: '0,canned', text: 'Milk', detail: 'oat', isDone: true },
      { key: '3,7', text: 'Bread', detail: '', isDone: false },
    ],
  })
  expect(widgetOf(parts([1, todo], [2, strike], [3, strike]), 1)).toMatchObject({ tasks: [{ isDone: false }] })
})

test('buttons have their replies, and what cannot be sent is no button', () => {
  const choices = [
    { type: 'multiple_choice', short_name: 'A', long_name: 'Apples', reply: 'apples, please' },
    { short_name: 'B', long_name: 'Bananas', reply: ' ' },
    7,
  ]
  const buttons = { widget_type: 'zform', extra_data: { type: 'choices', heading: 'Fruit?', choices } }
  expect(widgetOf(parts([1, buttons], [2, { type: 'vote' }]), 1)).toEqual({
    kind: 'buttons',
    heading: 'Fruit?',
    choices: [{ name: 'A', text: 'Apples', reply: 'apples, please' }],
  })
  expect(widgetOf(parts([1, { ...buttons, extra_data: { type: 'list' } }]), 1)).toBe(undefined)
})
