import type { Mutant } from './mutant'

export const mutants: Mutant[] = [
  {
    file: 'src/domain/accounts/outgoing-webhooks/actions.ts',
    search: 'if (findUser(realm, sender_id)?.is_bot !== false) return false',
    replace: '',
    reason: 'Two webhooks answer each other without end.',
    tests: ['test/accounts/outgoing-webhooks.test.ts'],
  },
  {
    file: 'src/domain/accounts/bots/create-bot.ts',
    search: 'if (hasPayloadUrl(bot_type)) return refusalOfPayloadUrl(payload_url, outsidePolicy(realm))',
    replace: 'if (hasPayloadUrl(bot_type)) return undefined',
    reason: 'A bot is made with a private address.',
    tests: ['test/accounts/bots.test.ts', 'test/accounts/outgoing-webhooks.test.ts'],
  },
]
