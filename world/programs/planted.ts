/** A fault in the server of a kind that no mutant has, as a small patch. */
export type PlantedFault = {
  kind: string
  /** The area of mutants whose mixes look for it. */
  area?: string
  reason: string
  changes: readonly { file: string; search: string; replace: string }[]
  /** Found while the code changes under a crowd, which part first. Undefined: by short days with many faults. */
  deploys?: readonly ['workers' | 'objects', 'workers' | 'objects']
}

const REALM_OBJECT = 'src/realm-object.ts'
const LOCATOR = 'src/api/realm-locator.ts'

export const PLANTED_FAULTS: readonly PlantedFault[] = [
  {
    kind: 'lost acknowledgement',
    reason: 'A batch of which D1 has not answered counts as written.',
    changes: [
      {
        file: 'src/store/outbox.ts',
        search: 'withTimeLimit(MAX_SECONDS_PER_CALL, store.write(rows))',
        replace: 'withTimeLimit(MAX_SECONDS_PER_CALL, store.write(rows)).catch(() => undefined)',
      },
    ],
  },
  {
    kind: 'repeated request',
    area: 'durability',
    reason: 'The server does not know a message again that a client sends twice, because the answer was lost.',
    changes: [
      {
        file: 'src/domain/writing/sending/storage.ts',
        search: 'VALUES (${dayOf(realm.now())}, ${sender_id}, ${client_id}, ${message_id})`',
        replace: "VALUES (${dayOf(realm.now())}, ${sender_id}, ${client_id + ' '}, ${message_id})`",
      },
    ],
  },
  {
    kind: 'stale replica read',
    reason: 'A realm that starts asks a replica whether it was restored.',
    changes: [
      {
        file: 'src/store/realm-databases.ts',
        search: 'd1(parts.databases.first, parts.ceiling)',
        replace: "d1(parts.databases.first.withSession('first-unconstrained'), parts.ceiling)",
      },
    ],
  },
  {
    kind: 'memory that a restart fills with less',
    reason: 'After a realm started again, the newest messages of a user are unread for the user.',
    changes: [
      {
        file: 'src/domain/messages/flag-sets/read-by-sender.ts',
        search: 'if (index_flags & IndexFlag.readBySender) addToSender(sent, sender_id, id)',
        replace: 'if (index_flags & IndexFlag.readBySender && id === 0) addToSender(sent, sender_id, id)',
      },
    ],
  },
  {
    kind: 'confirmation that lasts too long',
    reason: 'A restored realm believes for a day that its state is the newest.',
    changes: [
      {
        file: 'src/domain/data/restores/timeline.ts',
        search: 'realm.now() < confirmed_at + CONFIRMED_FOR_SECONDS',
        replace: 'realm.now() < confirmed_at + 86_400',
      },
    ],
  },
  {
    kind: 'alarm that is taken for another one',
    reason: 'An alarm that fired counts as set, so the work after it waits for a restart.',
    changes: [
      {
        file: 'src/store/alarm-clock.ts',
        search: '  markFired(): void {\n    this.#at = undefined',
        replace: '  markFired(): void {\n    this.#at = this.now()',
      },
    ],
  },
  {
    kind: 'counter that a crash turns back',
    reason: 'A realm that starts again issues ids of events that clients have seen.',
    changes: [
      {
        file: 'src/events/event-log.ts',
        search: '    this.#next = this.#reserved\n',
        replace:
          '    this.#next = 1 + this.sql.one<{ id: number }>`SELECT coalesce(max(id), 0) AS id FROM events`.id\n',
      },
    ],
  },
  {
    kind: 'half of a socket',
    reason: 'After an eviction, a socket receives events that it was sent before.',
    changes: [
      {
        file: 'src/events/send-window.ts',
        search: '    sent: upTo,\n    unacknowledged,\n    unacknowledged_since: window.unacknowledged_since ?? now,',
        replace:
          '    sent: window.sent,\n    unacknowledged,\n    unacknowledged_since: window.unacknowledged_since ?? now,',
      },
    ],
  },
  {
    kind: 'old Worker with new realm',
    reason: 'A realm needs a fact about the call that Workers of the earlier version do not send.',
    deploys: ['objects', 'workers'],
    changes: [
      {
        file: REALM_OBJECT,
        search: '    const revocations = this.#realm?.gateways.revocations\n',
        replace:
          "    if (!('sentBy' in call)) return { ok: false, refusal: { code: 'BAD_REQUEST', msg: 'No sender' } } as never\n    const revocations = this.#realm?.gateways.revocations\n",
      },
      {
        file: 'src/edge-request.ts',
        search: 'return { endpoint, client, ...facts, ...parts }',
        replace: "return { endpoint, client, ...facts, ...parts, sentBy: 'a Worker' } as never",
      },
    ],
  },
  {
    kind: 'new Worker with old realm',
    reason: 'A Worker calls a method that realms of the earlier version do not have.',
    deploys: ['workers', 'objects'],
    changes: [
      {
        file: LOCATOR,
        search: 'callRealm(name, stubsOf(name), (stub) => stub.ask(call), isWithoutRealm)',
        replace:
          'callRealm(name, stubsOf(name), (stub) => (stub as never as { askAll: typeof stub.ask }).askAll(call), isWithoutRealm)',
      },
      {
        file: REALM_OBJECT,
        search: '  async ask(call: RealmCall): Promise<RealmResult> {',
        replace:
          '  askAll(call: RealmCall): Promise<RealmResult> {\n    return this.ask(call)\n  }\n\n  async ask(call: RealmCall): Promise<RealmResult> {',
      },
    ],
  },
]
