import { describe, expect, test } from 'vitest'
import {
  failureText,
  isReadByDefault,
  nextWakeTime,
  refusalOfMore,
} from '../../src/domain/writing/scheduled-messages/rules'
import { botsEn } from '../../src/pages/words/bots-en'

describe('refusalOfMore, nextWakeTime, isReadByDefault and failureText', () => {
  test.for<[messages: number, characters: number, msg: string | undefined]>([
    [499, 3_999_999, undefined],
    [500, 0, 'No more than 500 messages can be scheduled at a time.'],
    [0, 4_000_000, 'Your scheduled messages, with their rendered content, are too long together.'],
  ])('one message more beside %i with %i characters: %s', ([messages, characters, msg]) => {
    expect(refusalOfMore({ messages, characters }, { characters: 1 })?.refusal.msg).toBe(msg)
  })

  test('the alarm runs at the time of a message, and at the latest after 30 days', () => {
    expect(nextWakeTime(1000, 1060)).toBe(1060)
    expect(nextWakeTime(1000, 9_999_999_999)).toBe(1000 + 30 * 86_400)
  })

  test('a message is read for its sender, except for messages to oneself and messages of programs', () => {
    expect([isReadByDefault(true, false), isReadByDefault(true, true), isReadByDefault(false, false)]).toEqual([
      true,
      false,
      false,
    ])
  })

  test('the bot message about a failure has the time and the content', () => {
    expect(failureText(botsEn, 0, '@**all**')).toContain(
      '<time:1970-01-01T00:00:00.000Z> was not sent:\n\n````\n@**all**\n````',
    )
  })
})
