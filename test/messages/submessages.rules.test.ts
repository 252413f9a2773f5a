import { describe, expect, test } from 'vitest'
import {
  mayNotAddToMessage,
  onlyAuthorMayChange,
  refusalToAdd,
  submessageDoesNotFit,
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

describe('refusalToAdd', () => {
  const vote = { type: 'vote', key: 'canned,0', vote: 1 }
  const byOther: Addition = {
    isOfControls: false,
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
    ['a submessage that only the server writes', { isOfControls: true, isAuthor: true }, mayNotAddToMessage({})],
    ['a reader adds to a message without a submessage of its author', { isOpen: false }, mayNotAddToMessage({})],
    ['the author adds the first submessage', { isOpen: false, isAuthor: true }, undefined],
    ['content that is not JSON', { content: '{' }, submessageNotJson({})],
    ['a vote with a field too many', { content: JSON.stringify({ ...vote, colour: 'red' }) }, doesNotFit],
    ['a vote that counts twice', { content: JSON.stringify({ ...vote, vote: 2 }) }, doesNotFit],
    ['content of another kind', { content: 'null' }, doesNotFit],
    ['a reader changes the question', { content: question }, onlyAuthorMayChange({})],
    ['the author changes the question', { content: question, isAuthor: true }, undefined],
    ['any content for a widget of another kind', { widget_type: 'zform', content: '7' }, undefined],
    ['any content for a message without a widget', { widget_type: undefined, content: '7' }, undefined],
    ['one submessage too many', { already: { count: 5000, characters: 100 } }, tooManySubmessages({})],
    ['one character too many', { already: { count: 1, characters: 1_000_000 } }, tooManySubmessages({})],
  ])('%s', ([, addition, refusal]) => {
    expect(refusalToAdd({ ...byOther, ...addition })).toEqual(refusal)
  })
})
