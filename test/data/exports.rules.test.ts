import { describe, expect, test } from 'vitest'
import { EXPORTS_PER_WEEK, refusalToDelete, refusalToExport } from '../../src/domain/data/exports/rules'
import {
  isChannelExported,
  isFileExported,
  isMessageExported,
  type ConversationAccess,
} from '../../src/domain/data/exports/scope-rules'

const NO_USERS = new Set<number>()
const DOV = new Set([7])

const general = { invite_only: false, history_public_to_subscribers: true }
const club = { invite_only: true, history_public_to_subscribers: true }
const vault = { invite_only: true, history_public_to_subscribers: false }
const inChannel = (channel: typeof general, subscribers: number[], recipients: number[] = []): ConversationAccess => ({
  channel,
  subscribers: () => subscribers,
  hasReceived: (user_id) => recipients.includes(user_id),
})

describe('the content of a public export, and of an export with the consent of Dov', () => {
  test.for<[message: string, access: ConversationAccess, isInPublic: boolean, isInConsented: boolean]>([
    ['in a public channel', inChannel(general, []), true, true],
    ['in a private channel with Dov', inChannel(club, [3, 7]), false, true],
    ['in a private channel without Dov', inChannel(club, [3]), false, false],
    ['in a private channel that Dov left', inChannel(club, [3], [7]), false, false],
    ['with protected history that Dov received', inChannel(vault, [3, 7], [7]), false, true],
    ['with protected history that Dov did not receive', inChannel(vault, [3, 7], [3]), false, false],
    ['with protected history, in a channel that Dov left', inChannel(vault, [3], [7]), false, false],
    ['to Dov', { people: [3, 7] }, false, true],
    ['from Dov to himself', { people: [7] }, false, true],
    ['between other users', { people: [3, 4] }, false, false],
  ])('a message %s', ([, access, isInPublic, isInConsented]) => {
    expect(isMessageExported(NO_USERS, access)).toBe(isInPublic)
    expect(isMessageExported(DOV, access)).toBe(isInConsented)
  })

  test('a private channel needs the consent of a subscriber', () => {
    expect(isChannelExported(NO_USERS, general, () => [])).toBe(true)
    expect(isChannelExported(NO_USERS, club, () => [7])).toBe(false)
    expect(isChannelExported(DOV, club, () => [3])).toBe(false)
    expect(isChannelExported(DOV, vault, () => [3, 7])).toBe(true)
  })

  test('a file needs an exported message with it, or the consent of its owner', () => {
    expect(isFileExported(NO_USERS, 7, () => false)).toBe(false)
    expect(isFileExported(NO_USERS, 7, () => true)).toBe(true)
    expect(isFileExported(DOV, 7, () => false)).toBe(true)
    expect(isFileExported(DOV, 3, () => false)).toBe(false)
  })
})

describe('refusals to make or to delete an export', () => {
  test('the first five exports of a week are permitted', () => {
    expect(refusalToExport(EXPORTS_PER_WEEK - 1)).toBeUndefined()
    expect(refusalToExport(EXPORTS_PER_WEEK)?.message).toBe('Exceeded rate limit.')
  })

  test.for([
    ['ready', undefined],
    ['pending', 'Export still in progress'],
    ['failed', 'Export failed, nothing to delete'],
    ['deleted', 'Export already deleted'],
  ] as const)('the deletion of an export that is %s', ([state, refusal]) => {
    expect(refusalToDelete(state)?.message).toBe(refusal)
  })
})
