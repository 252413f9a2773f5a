import { describe, expect, test } from 'vitest'
import { movedAwayText, movedHereText, resolvedText } from '../../src/domain/writing/editing/bot-message-rules'
import { botsEn } from '../../src/pages/words/bots-en'

const location = (stream_id: number, name: string, topic: string, invite_only = false) => ({
  channel: { stream_id, name, invite_only },
  topic,
})
type Location = ReturnType<typeof location>

const lunch = location(1, 'general', 'lunch')
const dinner = location(1, 'general', 'dinner')
const generalChat = location(1, 'general', '')
const garden = location(2, 'garden', 'roses')
const vault = location(3, 'vault', 'keys', true)
const markdown = location(4, '**', 'x')

describe('movedHereText and movedAwayText', () => {
  test.for<[from: Location, to: Location, isNamed: boolean, here: string, away: string]>([
    [lunch, dinner, true, '#**general>lunch**', '#**general>dinner**'],
    [lunch, generalChat, true, '#**general>lunch**', 'the general chat of #**general**'],
    [lunch, markdown, true, '#**general>lunch**', '[channel 4](#narrow/stream/4)'],
    [lunch, dinner, false, 'another topic', 'another topic'],
    [lunch, garden, false, 'another channel', 'another channel'],
    [vault, garden, false, 'a private channel', 'another channel'],
  ])('case %#', ([from, to, isNamed, here, away]) => {
    const move = { from, to, isNamed, isWhole: true, count: 3 }
    expect(movedHereText(botsEn, 'Ada', move)).toBe(`Ada moved this topic here from ${here}.`)
    expect(movedAwayText(botsEn, 'Ada', move)).toBe(`Ada moved this topic from here to ${away}.`)
  })

  test('the text has the number of messages unless the whole topic moved', () => {
    const move = { from: lunch, to: dinner, isNamed: true, isWhole: false }
    expect(movedHereText(botsEn, 'Ada', { ...move, count: 1 })).toBe(
      'Ada moved a message here from #**general>lunch**.',
    )
    expect(movedHereText(botsEn, 'Ada', { ...move, count: 2 })).toBe(
      'Ada moved 2 messages here from #**general>lunch**.',
    )
  })
})

test('resolvedText depends on the new name of the topic', () => {
  expect(resolvedText(botsEn, 'Ada', '✔ lunch')).toBe('Ada has marked this topic as resolved.')
  expect(resolvedText(botsEn, 'Ada', 'lunch')).toBe('Ada has marked this topic as unresolved.')
})
