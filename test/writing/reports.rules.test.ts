import { describe, expect, test } from 'vitest'
import { refusalOfReport, topicAbout } from '../../src/domain/writing/reports/rules'
import { botsEn } from '../../src/pages/words/bots-en'

describe('refusalOfReport and topicAbout', () => {
  test('a report of the type “other” needs a description', () => {
    expect(refusalOfReport({ report_type: 'spam', description: '' })).toBeUndefined()
    expect(refusalOfReport({ report_type: 'other', description: 'Rude' })).toBeUndefined()
    expect(refusalOfReport({ report_type: 'other', description: '' })?.refusal.msg).toBe(
      'A description is needed for reports of this type.',
    )
  })

  test('all reports about a user are in one topic', () => {
    expect(topicAbout(botsEn, { user_id: 7, full_name: 'Dov' })).toBe('Reports of user 7: Dov')
  })
})
