import type { Mutant } from './mutant'

export const mutants: Mutant[] = [
  {
    file: 'src/realm-object.ts',
    search: 'if (realm && realm.gateways.revocations !== revocations) await realm.gateways.settle()',
    replace: '',
    reason: 'A gateway serves an old API key after the response to the request that deleted it.',
    tests: ['test/events/gateways.test.ts'],
  },
  {
    file: 'src/gateway-object.ts',
    search: '    this.#credentials.forget(forgotten)\n',
    replace: '',
    reason: 'A gateway serves an API key that was deleted.',
    tests: ['test/events/gateways.test.ts'],
  },
  {
    file: 'src/events/gateways/gateway.ts',
    search: 'const isGap = from > this.log.lastId',
    replace: 'const isGap = false',
    reason: 'A gateway skips events that were lost on the way.',
    tests: ['test/events/gateways.test.ts'],
  },
  {
    file: 'src/events/gateways/gateway-log.ts',
    search: 'events.filter(({ id }) => id > this.#lastId)',
    replace: '[...events]',
    reason: 'A client receives an event twice if the answer of its gateway was lost.',
    tests: ['test/events/gateways.test.ts'],
  },
  {
    file: 'src/domain/realm/settings/storage.ts',
    search: '  realm.listeners.recheckCredentials(null)\n  realm.cache',
    replace: '  realm.cache',
    reason: 'Gateways serve the users of a deactivated organization.',
    tests: ['test/events/gateways.test.ts'],
  },
  {
    file: 'src/events/gateways/directory.ts',
    search: '?.delete(queue_id)\n    const queues',
    replace: '\n    const queues',
    reason: 'Gateways without queues stay when the clients of a realm leave.',
    tests: ['test/events/gateway-growth.test.ts'],
  },
]
