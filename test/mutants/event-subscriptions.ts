import type { Mutant } from './mutant'

const TESTS = ['test/organization/event-subscriptions.test.ts'] as const

export const mutants: Mutant[] = [
  {
    file: 'src/domain/organization/event-subscriptions/sent-events.ts',
    search: "if (findUser(realm, integerAt(message, 'sender_id') ?? 0)?.is_bot !== false) return undefined",
    replace: '',
    reason: 'Two bots answer each other for ever.',
    tests: TESTS,
  },
  {
    file: 'src/domain/organization/event-subscriptions/due-work.ts',
    search: 'event.message_id === undefined || canRead(realm, bot, event.message_id)',
    replace: 'event.message_id === undefined || event.message_id > 0',
    reason: 'An address receives messages that its bot can no longer read.',
    tests: TESTS,
  },
  {
    file: 'src/domain/organization/event-subscriptions/due-work.ts',
    search: 'if (message_id !== null && !canRead(realm, bot, message_id)) return undefined',
    replace: '',
    reason: 'A reaction to a message is sent again to a bot that cannot read the message.',
    tests: TESTS,
  },
  {
    file: 'src/domain/realm/settings/callable-url.ts',
    search: "if (problem !== undefined) throw problem === 'invalid' ? urlIsInvalid({}) : urlIsPrivate({})",
    replace: '',
    reason: 'The server stores an address that it must not call.',
    tests: TESTS,
  },
  {
    file: 'src/domain/organization/event-subscriptions/actions.ts',
    search: 'if (subscription === undefined || subscription.bot_id !== user_id) throw noSuchSubscription({})',
    replace: 'if (subscription === undefined) throw noSuchSubscription({})',
    reason: 'A user changes the subscriptions of bots of others, through an own bot.',
    tests: TESTS,
  },
  {
    file: 'src/domain/organization/event-subscriptions/batches.ts',
    search: 'if (!botOf(realm, subscription).is_active) pauseSubscription(realm, subscription)',
    replace: 'continue',
    reason: 'A bot receives what happened while it was deactivated.',
    tests: TESTS,
  },
  {
    file: 'src/domain/organization/event-subscriptions/batches.ts',
    search: 'turn < SUBSCRIPTIONS_OF_OWNER_AT_ONCE',
    replace: 'turn < SUBSCRIPTIONS_AT_ONCE',
    reason: 'Slow receivers of one owner take all places.',
    tests: TESTS,
  },
  {
    file: 'src/events/one-at-a-time.ts',
    search: 'mayOverlap: true,',
    replace: '',
    reason: 'A slow receiver delays all other subscriptions.',
    tests: TESTS,
  },
  {
    file: 'src/outside/standard-webhooks.ts',
    search: 'update(`${id}.${now}.${body}`)',
    replace: 'update(`${now}.${body}`)',
    reason: 'The id of a delivery is not signed.',
    tests: TESTS,
  },
]
