import { describe, expect, test } from 'vitest'
import { refusalOfAnother, refusalOfNote, reminderText } from '../../src/domain/writing/reminders/rules'
import { botsEn } from '../../src/pages/words/bots-en'

describe('refusalOfNote, refusalOfAnother and reminderText', () => {
  test('a note has at most 1000 characters', () => {
    expect(refusalOfNote('🍕'.repeat(1000))).toBeUndefined()
    expect(refusalOfNote('🍕'.repeat(1001))?.refusal.msg).toBe('Maximum reminder note length: 1000 characters')
  })

  test('a user has at most a thousand reminders', () => {
    expect(refusalOfAnother(999)).toBeUndefined()
    expect(refusalOfAnother(1000)?.refusal.msg).toBe('No more than 1000 reminders can be scheduled at a time.')
  })

  test('the text of a reminder quotes the note', () => {
    expect(reminderText(botsEn, { id: 5 }, '')).toBe('You asked to be reminded of [a message](#narrow/near/5).')
    expect(reminderText(botsEn, { id: 5 }, 'Tea')).toMatch(/ Your note:\n\n```quote\nTea\n```$/)
  })
})
