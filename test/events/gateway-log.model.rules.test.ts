import { GatewayLog } from '../../src/events/gateways/gateway-log'
import { realmSql } from '../../src/store/realm-sql'
import { eventsAfter, gatewayModel, type State, type Step } from '../../world/models/gateway-queue'
import { sqlOf, StoredObject } from '../../world/platform/storage'
import { randomOf } from '../../world/random'
import { Scheduler } from '../../world/scheduler'
import { testModel } from '../support/models'

const files = import.meta.glob<string>('../../src/events/gateways/tables.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const QUEUE = 1
const LIMIT = { rows: 1000, bytes: 1_000_000 }

/** The log of a gateway with one queue, which does what the steps of the model say. */
class RealLog {
  readonly sql
  log: GatewayLog

  constructor() {
    const parts = { scheduler: new Scheduler(0), random: randomOf(1, 'model'), failsWrite: () => false }
    const storage = sqlOf(new StoredObject(parts))
    for (const text of Object.values(files)) storage.exec(text)
    this.sql = realmSql(storage as unknown as SqlStorage)
    this.sql
      .run`INSERT INTO gateway (singleton, realm_name, number, applied, stored_up_to) VALUES (1, 'acme', 1, NULL, 0)`
    this.log = this.#opened()
  }

  #opened = () => new GatewayLog(this.sql, () => 0, LIMIT)

  do(step: Step, { realm, client }: State): void {
    const isCall = step.do === 'call' || step.do === 'call and lose the reply'
    const from = realm.position ?? realm.published
    // As in `addEvents` of the gateway: it takes nothing if there is a gap.
    if (isCall && from <= this.log.lastId) this.log.add(eventsFrom(from, realm.published), realm.published, undefined)
    if (step.do === 'write') this.log.store((_, id) => id > client.acknowledged)
    if (step.do === 'delete') this.log.trim(client.acknowledged)
    if (step.do === 'restart') this.log = this.#opened()
  }

  get seen() {
    const { lastId, storedUpTo } = this.log
    return { lastId, storedUpTo, events: [...this.log.eventsAfter(0)].map(({ id }) => id) }
  }
}

const eventsFrom = (from: number, upTo: number) =>
  Array.from({ length: upTo - from }, (_, at) => ({
    id: from + at + 1,
    texts: [`event ${from + at + 1}`],
    recipients: [new Set([QUEUE])],
    characters: 10,
  }))

const seenIn = ({ gateway }: State) => ({
  lastId: gateway.lastId,
  storedUpTo: gateway.storedUpTo,
  events: eventsAfter(gateway, 0),
})

testModel('a queue at a gateway', {
  model: gatewayModel,
  defects: [
    'the realm deletes what the gateway has in memory',
    'the gateway writes what was never sent',
    'the gateway deletes what was sent',
    'a gap is accepted',
  ],
  states: 1000,
  begin: () => new RealLog(),
  seenIn,
  ways: 300,
  // A client may read and acknowledge for ever, so a way has an end.
  steps: 40,
})
