import { describe, expect, test } from 'vitest'
import {
  EXPORTS_PER_WEEK,
  MOST_MESSAGES,
  refusalToDelete,
  refusalToExport,
} from '../../src/domain/organization/exports/rules'
import { hasChannel, hasFile, hasMessage, type Where } from '../../src/domain/organization/exports/scope-rules'

const NOBODY = new Set<number>()
const DOV = new Set([7])

const general = { invite_only: false, history_public_to_subscribers: true }
const club = { invite_only: true, history_public_to_subscribers: true }
const vault = { invite_only: true, history_public_to_subscribers: false }
const said = (channel: typeof general, subscribers: number[], holders: number[] = []): Where => ({
  channel,
  subscribers: () => subscribers,
  holds: (user_id) => holders.includes(user_id),
})

describe('what is in an export', () => {
  test.for<[what: string, where: Where, inPublic: boolean, withDov: boolean]>([
    ['said in a public channel', said(general, []), true, true],
    ['said in a private one that Dov is in', said(club, [3, 7]), false, true],
    ['said in one that he is not in', said(club, [3]), false, false],
    ['said in one that he was in', said(club, [3], [7]), false, false],
    ['of a protected history, and he has it', said(vault, [3, 7], [7]), false, true],
    ['of a protected history, and he has it not', said(vault, [3, 7], [3]), false, false],
    ['of a protected history, had when he was there', said(vault, [3], [7]), false, false],
    ['said to Dov', { people: [3, 7] }, false, true],
    ['said by Dov to himself', { people: [7] }, false, true],
    ['said among others', { people: [3, 4] }, false, false],
  ])('a message %s', ([, where, inPublic, withDov]) => {
    expect(hasMessage(NOBODY, where)).toBe(inPublic)
    expect(hasMessage(DOV, where)).toBe(withDov)
  })

  test('a channel is, where what is said in it can be', () => {
    expect(hasChannel(NOBODY, general, () => [])).toBe(true)
    expect(hasChannel(NOBODY, club, () => [7])).toBe(false)
    expect(hasChannel(DOV, club, () => [3])).toBe(false)
    expect(hasChannel(DOV, vault, () => [3, 7])).toBe(true)
  })

  test('a file goes with a message that holds it, or with its owner', () => {
    expect(hasFile(NOBODY, 7, () => false)).toBe(false)
    expect(hasFile(NOBODY, 7, () => true)).toBe(true)
    expect(hasFile(DOV, 7, () => false)).toBe(true)
    expect(hasFile(DOV, 3, () => false)).toBe(false)
  })
})

describe('asking for an export, or to delete it', () => {
  const asked = { exports_in_week: 0, messages: 0, bytes: 0, mail_from: 'post@example.com' }
  const most = { exports_in_week: EXPORTS_PER_WEEK - 1, messages: MOST_MESSAGES, bytes: 10 * 1024 ** 3 }

  test.for([
    [most, undefined],
    [{ exports_in_week: EXPORTS_PER_WEEK }, 'Exceeded rate limit.'],
    [{ messages: MOST_MESSAGES + 1 }, 'Please request a manual export from post@example.com.'],
    [{ bytes: most.bytes + 1 }, 'Please request a manual export from post@example.com.'],
  ] as const)('for %j', ([more, refusal]) => {
    expect(refusalToExport({ ...asked, ...more })?.message).toBe(refusal)
  })

  test.for([
    ['there', undefined],
    ['pending', 'Export still in progress'],
    ['failed', 'Export failed, nothing to delete'],
    ['deleted', 'Export already deleted'],
  ] as const)('one that is %s', ([state, refusal]) => {
    expect(refusalToDelete(state)?.message).toBe(refusal)
  })
})
