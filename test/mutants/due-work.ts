import type { Mutant } from './mutant'

export const mutants: Mutant[] = [
  {
    file: 'src/events/do-due-work.ts',
    search: 'error)\n    realm.wakeAt(realm.now() + RETRY_AFTER_SECONDS)',
    replace: 'error)',
    reason: 'Due work that failed once is forgotten.',
    tests: ['test/store/realm-object.test.ts'],
  },
  {
    file: 'src/events/one-at-a-time.ts',
    search: 'this.#runs.set(key, run)',
    replace: '',
    reason: 'The answer of a webhook is sent twice.',
    tests: ['test/accounts/slow-webhooks.test.ts'],
  },
  {
    file: 'src/events/one-at-a-time.ts',
    search: 'this.#runs.delete(key)\n      this.#wake(realm, plan)',
    replace: 'this.#runs.delete(key)',
    reason: 'A message for a bot waits until the slowest program has answered.',
    tests: ['test/accounts/slow-webhooks.test.ts'],
  },
  {
    file: 'src/api/neighbors.ts',
    search: '(count) => count < REQUESTS_OF_NEIGHBOR',
    replace: '() => true',
    reason: 'Six programs that do not answer delay all other requests of the realm.',
    tests: ['test/api/senders.rules.test.ts'],
  },
  {
    file: 'src/api/neighbors.ts',
    search: 'this.#counts[number]--',
    replace: '',
    reason: 'Each request to a program opens another neighbor of the realm.',
    tests: ['test/api/senders.rules.test.ts'],
  },
  {
    file: 'src/domain/realm/settings/outside-policy.ts',
    search: '...outsidePolicy(realm), sendBeside: realm.sendBeside',
    replace: '...outsidePolicy(realm)',
    reason: 'The realm itself waits for the programs of users.',
    tests: ['test/organization/requests-of-neighbors.test.ts'],
  },
  {
    file: 'src/events/due-work-runs.ts',
    search: '!haveEnded || this.#running.size > 0',
    replace: 'false',
    reason: 'Slow work is forgotten if the object stops before the work ends.',
    tests: ['test/events/due-work-runs.rules.test.ts'],
  },
  {
    file: 'src/events/due-work-runs.ts',
    search: 'if (run.isDueAgain) realm.wakeAt(realm.now())',
    replace: '',
    reason: 'What became due while work of its kind ran is forgotten.',
    tests: ['test/events/due-work-runs.rules.test.ts'],
  },
  {
    file: 'src/domain/accounts/outgoing-webhooks/due-work.ts',
    search: 'attempts: delivery.attempts + 1, due_at',
    replace: 'due_at',
    reason: 'A webhook that never answers is called for ever.',
    tests: ['test/accounts/outgoing-webhooks.test.ts'],
  },
  {
    file: 'src/domain/integrations/automations/storage.ts',
    search: ' AND automation_id NOT IN (SELECT value FROM json_each(${[...busy]}))\n    ORDER',
    replace: '\n    ORDER',
    reason: 'A run of an automation is done twice, or before the one ahead of it has ended.',
    tests: ['test/integrations/slow-automations.test.ts'],
  },
]
