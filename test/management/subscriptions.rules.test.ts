import { describe, expect, test } from 'vitest'
import { ApiError } from '../../src/api/errors'
import { requirePropertyChange } from '../../src/domain/management/subscriptions/property-rules'

/** Returns the change of the property, or the message of the error. */
function resultOf(property: string, value: boolean | string) {
  try {
    return requirePropertyChange(property, value)
  } catch (error) {
    if (error instanceof ApiError) return error.refusal.msg
    throw error
  }
}

describe('requirePropertyChange', () => {
  test.for<[string, boolean | string, unknown]>([
    ['color', '#76ce90', { property: 'color', value: '#76ce90' }],
    ['color', '#ABC', { property: 'color', value: '#aabbcc' }],
    ['color', '#abcd', 'color is not a valid hex color code'],
    ['color', '76ce90', 'color is not a valid hex color code'],
    ['color', '#76ce90\n', 'color is not a valid hex color code'],
    ['color', false, 'color is not a string'],
    ['is_muted', true, { property: 'is_muted', value: true }],
    ['in_home_view', true, { property: 'is_muted', value: false }],
    ['in_home_view', 'true', 'in_home_view is not a boolean'],
    ['email_notifications', false, { property: 'email_notifications', value: false }],
    ['email_notifications', '', 'email_notifications is not a boolean'],
    ['toString', true, 'Unknown subscription property: toString'],
    ['stream_id', true, 'Unknown subscription property: stream_id'],
  ])('%s: %j', ([property, value, expected]) => {
    expect(resultOf(property, value)).toEqual(expected)
  })
})
