import { describe, expect, test } from 'vitest'
import {
  mayNotAddToMessage,
  onlyAuthorMayChange,
  refusalToAdd,
  submessageDoesNotFit,
  readableSubmessages,
  submessageNoWidget,
  submessageNotJson,
  tooManySubmessages,
  type Addition,
} from '../../src/domain/messages/submessages/rules'
import { parseWidget } from '../../src/domain/messages/submessages/widget-rules'

const poll = (question: string, ...options: string[]) => ({ widget_type: 'poll', extra_data: { question, options } })
const todo = (task_list_title: string, ...tasks: [string, string][]) => ({
  widget_type: 'todo',
  extra_data: { task_list_title, tasks: tasks.map(([task, desc]) => ({ task, desc })) },
})

describe('parseWidget', () => {
  const CASES: [content: string, widget: object | undefined][] = [
    ['/poll Where to?', poll('Where to?')],
    ['/poll  Where to? \nNorth\n- South\n*  East\n\n  West  ', poll('Where to?', 'North', 'South', 'East', 'West')],
    ['/poll', poll('')],
    ['/poll\nNorth', poll('', 'North')],
    ['/poll\r\nNorth\r\n-South', poll('', 'North', 'South')],
    ['/todo', todo('')],
    ['/todo Shopping', todo('Shopping')],
    [
      '/todo Shopping\nBread: rye: dark\nMilk\n: none',
      todo('Shopping', ['Bread', 'rye: dark'], ['Milk', ''], ['', 'none']),
    ],
    ['/polls', undefined],
    ['/pollution', undefined],
    ['/Poll x', undefined],
    [' /poll x', undefined],
    ['x /poll', undefined],
    ['/me polls', undefined],
    ['/zform x', undefined],
  ]
  test.for(CASES)('%j', ([content, widget]) => expect(parseWidget(content)).toEqual(widget))
})

// The phone app cannot read a conversation that has one of these.
const NO_WIDGETS = [
  '7',
  'null',
  '"x"',
  '[]',
  '{}',
  '{"widget_type":7}',
  '{"widget_type":"poll"}',
  '{"widget_type":"poll","extra_data":[]}',
  '{"widget_type":"poll","extra_data":{"question":7}}',
  '{"widget_type":"poll","extra_data":{"options":[7]}}',
  '{"widget_type":"todo","extra_data":{"tasks":"Milk"}}',
  `${'['.repeat(4000)}${']'.repeat(4000)}`,
]

describe('readableSubmessages', () => {
  const read = (...contents: string[]) =>
    readableSubmessages(contents.map((content) => ({ content }))).map(({ content }) => content)
  const where = JSON.stringify(poll('Where to?'))
  const vote = '{"type":"vote","key":"canned,0","vote":1}'

  test.for(NO_WIDGETS)('leaves out %s before a widget, and in a poll', (content) => {
    expect(read(content)).toEqual([])
    expect(read(content, where, content, vote)).toEqual([where, vote])
  })
  test('keeps all that a widget of another kind has', () =>
    expect(read('{"widget_type":"game"}', '7', vote)).toEqual(['{"widget_type":"game"}', '7', vote]))
  test('leaves out votes for no option', () =>
    expect(read(where, '{"type":"vote","key":"x","vote":1}', '{', vote)).toEqual([where, vote]))
})

describe('refusalToAdd', () => {
  const vote = { type: 'vote', key: 'canned,0', vote: 1 }
  const byOther: Addition = {
    msg_type: 'widget',
    widget_type: 'poll',
    content: JSON.stringify(vote),
    isAuthor: false,
    isOpen: true,
    already: { count: 1, characters: 100 },
  }
  const question = JSON.stringify({ type: 'question', question: 'Which way?' })
  const doesNotFit = submessageDoesNotFit({ widget_type: 'poll' })

  test.for<[name: string, addition: Partial<Addition>, refusal: object | undefined]>([
    ['any reader votes', {}, undefined],
    ['controls, which only the server writes', { msg_type: 'parley_controls', isAuthor: true }, mayNotAddToMessage({})],
    ['to a message with controls', { widget_type: 'parley_controls', isAuthor: true }, mayNotAddToMessage({})],
    ['a vote for no option', { content: JSON.stringify({ ...vote, key: 'x' }) }, doesNotFit],
    ['a vote for two options', { content: JSON.stringify({ ...vote, key: 'canned,0,1' }) }, doesNotFit],
    ['a reader adds to a message without a submessage of its author', { isOpen: false }, mayNotAddToMessage({})],
    ['the author adds the first submessage', { isOpen: false, isAuthor: true }, undefined],
    ['content that is not JSON', { content: '{' }, submessageNotJson({})],
    ['a vote with a field too many', { content: JSON.stringify({ ...vote, colour: 'red' }) }, doesNotFit],
    ['a vote that counts twice', { content: JSON.stringify({ ...vote, vote: 2 }) }, doesNotFit],
    ['content of another kind', { content: 'null' }, doesNotFit],
    ['a reader changes the question', { content: question }, onlyAuthorMayChange({})],
    ['the author changes the question', { content: question, isAuthor: true }, undefined],
    ['any content for a widget of another kind', { widget_type: 'zform', content: '7' }, undefined],
    ['any content for a widget whose name all objects have', { widget_type: 'constructor', content: '7' }, undefined],
    [
      'a widget for a message without one',
      { widget_type: undefined, content: '{"widget_type":"constructor"}' },
      undefined,
    ],
    [
      'controls as a widget',
      { widget_type: undefined, content: '{"widget_type":"parley_controls","rows":[]}' },
      mayNotAddToMessage({}),
    ],
    ...NO_WIDGETS.map((content): [string, Partial<Addition>, object] => [
      `${content.slice(0, 60)} for a message without a widget`,
      { widget_type: undefined, content },
      submessageNoWidget({}),
    ]),
    ['one submessage too many', { already: { count: 5000, characters: 100 } }, tooManySubmessages({})],
    ['one character too many', { already: { count: 1, characters: 1_000_000 } }, tooManySubmessages({})],
  ])('%s', ([, addition, refusal]) => {
    expect(refusalToAdd({ ...byOther, ...addition })).toEqual(refusal)
  })
})
