import { describe, expect, test } from 'vitest'
import { refusalOfPayloadUrl } from '../../src/domain/people/bots/payload-url-rules'
import {
  canActAs,
  canCreateBot,
  configurationSize,
  MAX_CONFIGURATION_CHARACTERS,
  hasPayloadUrl,
  refusalOfBotType,
  refusalOfConfiguration,
} from '../../src/domain/people/bots/rules'
import {
  ADMINISTRATOR,
  EMBEDDED_BOT,
  GENERIC_BOT,
  INCOMING_WEBHOOK,
  MEMBER,
  OUTGOING_WEBHOOK,
  OWNER,
} from '../../src/domain/people/users/user'

const PUBLIC_ONLY = { allows_private: false, own_hosts: [] }

test('refusalOfPayloadUrl refuses what is no URL, and what the server does not call', () => {
  const refusalOf = (url: string) => refusalOfPayloadUrl(url, PUBLIC_ONLY)?.message
  expect(refusalOf('https://example.com/hook')).toBeUndefined()
  expect(refusalOf('https://localhost/hook')).toBe('payload_url is an address that this server does not call')
  expect(refusalOf('example.com/hook')).toBe('payload_url is not a URL')
})

describe('canActAs', () => {
  const OWN_ID = 7
  const cases = [
    // actor: the owner of the bot, or another user; the role of the bot
    { user_id: OWN_ID, role: MEMBER, bot: MEMBER, actAs: true },
    { user_id: OWN_ID, role: MEMBER, bot: OWNER, actAs: true },
    { user_id: 8, role: OWNER, bot: OWNER, actAs: true },
    { user_id: 8, role: ADMINISTRATOR, bot: MEMBER, actAs: true },
    { user_id: 8, role: ADMINISTRATOR, bot: OWNER, actAs: false },
    { user_id: 8, role: MEMBER, bot: MEMBER, actAs: true },
  ] as const
  test.for(cases)(
    'user $user_id with role $role, bot of user 7 with role $bot: acts $actAs',
    ({ bot, actAs, ...actor }) => {
      const target = { role: bot, bot_owner_id: OWN_ID }
      expect(canActAs(actor, target)).toBe(actAs)
    },
  )
})

describe('canCreateBot', () => {
  test.for([
    [GENERIC_BOT, { any: true, writeOnly: false }, true],
    [GENERIC_BOT, { any: false, writeOnly: true }, false],
    [OUTGOING_WEBHOOK, { any: false, writeOnly: true }, false],
    [INCOMING_WEBHOOK, { any: false, writeOnly: true }, true],
    [INCOMING_WEBHOOK, { any: false, writeOnly: false }, false],
  ] as const)('type %i with %j: %s', ([type, permissions, expected]) => {
    expect(canCreateBot(type, permissions)).toBe(expected)
  })
})

test('embedded bots are refused, and only outgoing webhook bots have a payload URL', () => {
  expect(refusalOfBotType(EMBEDDED_BOT)?.message).toBe('Embedded bots are not enabled.')
  expect(refusalOfBotType(GENERIC_BOT)).toBeUndefined()
  const types = [null, GENERIC_BOT, INCOMING_WEBHOOK, OUTGOING_WEBHOOK] as const
  expect(types.map((type) => hasPayloadUrl(type))).toEqual([false, false, false, true])
})

describe('refusalOfConfiguration', () => {
  test('counts the characters of names and values', () => {
    expect(configurationSize({ key: 'value', '🍕': '🍕🍕' })).toBe(11)
  })

  test('refuses more than 10,000 characters', () => {
    const value = 'x'.repeat(MAX_CONFIGURATION_CHARACTERS - 1)
    expect(refusalOfConfiguration({ a: value })).toBeUndefined()
    expect(refusalOfConfiguration({ ab: value })?.message).toBe(
      'Cannot store configuration. 1 characters over the quota',
    )
  })
})
