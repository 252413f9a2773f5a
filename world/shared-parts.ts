/** JSON of the server. It has no type of its own, because the world must not trust it. */
// oxlint-disable-next-line typescript/no-explicit-any -- as in the tests of the server
export type Json = any

/** Chooses by numbers that were drawn before: test/prove/chances.ts. */
export type Pick = <Item>(items: readonly Item[]) => Item

/** What `shared.ts` exports. The world has it from a bundle, so it knows its types only here. */
export type Shared = {
  applyEvent(state: Json, event: Json, registration: Json): unknown
  stateOf(registered: Json): Json
  answerOf(state: Json): Json
  comparable(state: Json): Json
  forgetWhatEventsLack(state: Json, later: Json): void
  updatePresence(
    state: Json,
    later: Json,
    how: { slim_presence: boolean; changesSince: (last_update_id: number) => Promise<Json> },
  ): Promise<void>
  picking(numbers: readonly number[]): Pick
  generators: ReadonlyMap<
    string,
    { endpoint: Json; generate: (facts: { pick: Pick; world: Json; actor: Json }) => Record<string, object> }
  >
  methodOf(endpoint: Json): string
  pathParamsOf(endpoint: Json): string[]
  fullPathOf(endpoint: Json): string
  Oracle: new (secrets: ReadonlyMap<number, string>) => {
    look(truth: Json): void
    leaksTo(person: { id: number }, text: string, ownText: string): string[]
  }
  truthOf(all: (query: string) => Json[], messages?: string): Json
} & ReplicaParts

type Storage = { refusals: number; write(changes: Json): Promise<void>; clear(): Promise<void>; dump(): string }
type Core = { from: number; isVerified: boolean; position?: { queue_id: string; last_event_id: number } }

/** The code of the web client that keeps the history. */
type ReplicaParts = {
  MemoryStorage: new () => Storage
  Keeper: new (parts: Json) => { receive(request: Json): Promise<void> }
  Replica: {
    open(
      storage: Storage,
      session: string,
    ): Promise<{ core: Core; lastId: number; idsIn(block: number): number[]; digests(to: number): number[] }>
  }
  KeptSearch: new (storage: Storage) => { find(request: Json): Promise<Json> }
  readIds(storage: Storage, ids: readonly number[]): Promise<{ kept: { id: number } }[]>
  foundMessage(row: Json, flags: readonly string[]): Json
  isAboutMessages(event: Json): boolean
  comparableRow(message: Json): Json
  matchesIn(answer: Json): Json
  TERMS: Json[][]
  REGISTRATION: Json
}
