import { expect, onTestFinished, test, vi } from 'vitest'
import { createOpener, createSealer, MAX_STEP, newSecret, nextStep, type Secret } from '../call-worker/frames'
import { createKeys, type SealedKey } from '../calls/keys'

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (frame: Uint8Array | undefined) => frame && new TextDecoder().decode(frame)

/** The clients of a call, and the realm between them, which passes on what they send. */
function createRoom() {
  const clients = new Map<number, Awaited<ReturnType<typeof createClient>>>()
  const traffic: { from: number; to: number; sealed: string }[] = []
  /** Clients that are connected to the realm no more, for a while. */
  const away = new Set<number>()

  async function createClient(number: number) {
    const sealer = createSealer()
    const openers = new Map<number, ReturnType<typeof createOpener>>()
    function openerOf(from: number) {
      const opener = openers.get(from) ?? createOpener()
      openers.set(from, opener)
      return opener
    }
    let using = Promise.resolve()
    const keys = await createKeys({
      call_id: 17,
      own: number,
      send: (sent: SealedKey[]) => sent.forEach(({ to, sealed }) => traffic.push({ from: number, to, sealed })),
      use(secret: Secret) {
        using = using.then(() => sealer.use(secret))
      },
      learn: (from, secret) => openerOf(from).give(secret),
      report: (error) => {
        throw error
      },
    })
    onTestFinished(keys.close)
    return { keys, openers, openerOf, seal: async (words: string) => (await using, sealer.seal('audio', bytes(words))) }
  }

  const roster = () => [...clients].map(([number, { keys }]) => ({ number, key: keys.key, away: away.has(number) }))

  /** Tells all who is there, and delivers until no one sends anything. */
  async function settle(): Promise<void> {
    const there = roster()
    for (const [number, { keys }] of clients) if (!away.has(number)) await keys.follow(there, false)
    for (let sent = traffic.shift(); sent !== undefined; sent = traffic.shift())
      if (!away.has(sent.to)) await clients.get(sent.to)?.keys.receive(sent.from, sent.sealed)
  }

  return {
    away,
    settle,
    traffic,
    async join(number: number) {
      const client = await createClient(number)
      clients.set(number, client)
      await settle()
      return client
    },
    async leave(number: number) {
      clients.delete(number)
      await settle()
    },
  }
}

/** Returns what a client receives of what another one says now. */
type Client = Awaited<ReturnType<ReturnType<typeof createRoom>['join']>>
async function receives(listener: Client, from: number, speaker: Client, words = 'hello'): Promise<string | undefined> {
  const frame = await speaker.seal(words)
  return frame && text(await listener.openerOf(from).open('audio', frame))
}

test('participants decrypt each other, who joins nothing of before, and who left nothing of after', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const room = createRoom()
  const [ada, ben] = [await room.join(1), await room.join(2)]
  expect(await receives(ben, 1, ada)).toBe('hello')
  expect(await receives(ada, 2, ben)).toBe('hello')
  expect(ada.keys.all().toSorted()).toEqual(ben.keys.all().toSorted())

  const early = await ada.seal('before')
  const cleo = await room.join(3)
  expect(text(await ben.openerOf(1).open('audio', early!))).toBe('before')
  expect(await cleo.openerOf(1).open('audio', early!)).toBeUndefined()
  for (const listener of [ben, cleo]) expect(await receives(listener, 1, ada)).toBe('hello')

  await room.leave(3)
  await vi.advanceTimersByTimeAsync(500)
  expect(await receives(ben, 1, ada)).toBe('hello')
  expect(await receives(cleo, 1, ada)).toBeUndefined()
  expect(await receives(ada, 2, ben)).toBe('hello')
})

test('who lost the connection gets the secrets that were sent meanwhile, and who lost what the others sent repeats it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const room = createRoom()
  const [ada, ben] = [await room.join(1), await room.join(2)]
  await room.join(3)
  room.away.add(2)
  await room.leave(3)
  await vi.advanceTimersByTimeAsync(500)
  expect(await receives(ben, 1, ada)).toBeUndefined()
  room.away.delete(2)
  ben.keys.repeat()
  await room.settle()
  await vi.advanceTimersByTimeAsync(500)
  expect(await receives(ben, 1, ada)).toBe('hello')
  expect(await receives(ada, 2, ben)).toBe('hello')
})

test('a secret of another direction, another participant or with a wrong key is refused', async () => {
  const room = createRoom()
  const [ada, ben] = [await room.join(1), await room.join(2)]
  const sent: { from: number; to: number; sealed: string }[] = []
  ada.keys.repeat()
  await ada.keys.follow(
    [
      { number: 2, key: ben.keys.key, away: false },
      { number: 3, key: 'AAAA', away: false },
    ],
    false,
  )
  sent.push(...room.traffic.splice(0))
  expect(sent.map(({ to }) => to)).toEqual([2])
  const before = ada.openers.get(1)
  await expect(ada.keys.receive(2, sent[0]!.sealed)).rejects.toThrow()
  expect(ada.openers.get(1)).toBe(before)
})

test('an encrypted frame keeps the header of its picture, and opens only whole and with its secret', async () => {
  const secret = newSecret(7)
  const [sealer, opener] = [createSealer(), createOpener()]
  expect(await sealer.seal('audio', bytes('early'))).toBeUndefined()
  await sealer.use(secret)
  const picture = Uint8Array.from({ length: 40 }, (_, at) => at * 2)
  const sealed = (await sealer.seal('video', picture))!
  expect([...sealed.subarray(0, 10)]).toEqual([...picture.subarray(0, 10)])
  expect([...sealed].join()).not.toContain([...picture.subarray(10, 16)].join())
  expect(await opener.open('video', sealed)).toBeUndefined()
  opener.give(secret)
  expect([...(await opener.open('video', sealed))!]).toEqual([...picture])
  for (const at of [3, 20, sealed.length - 1]) {
    const changed = sealed.slice()
    changed[at]! ^= 1
    expect(await opener.open('video', changed)).toBeUndefined()
  }
  expect(await opener.open('audio', bytes('short'))).toBeUndefined()
  // Silence is an empty frame, which a browser does not send. With a tag it would.
  expect(await sealer.seal('audio', bytes(''))).toBeUndefined()
  // Two equal frames differ.
  expect(await sealer.seal('audio', bytes('a'))).not.toEqual(await sealer.seal('audio', bytes('a')))
})

test('a receiver derives the steps that it needs, and keeps few secrets', async () => {
  const [sealer, opener] = [createSealer(), createOpener()]
  let secret = newSecret(MAX_STEP + 1)
  expect(secret.generation).toBe(0)
  opener.give(secret)
  for (let step = 0; step < 3; step++) secret = await nextStep(secret)
  await sealer.use(secret)
  expect(text(await opener.open('audio', (await sealer.seal('audio', bytes('later')))!))).toBe('later')
  for (const generation of [1, 2]) opener.give(newSecret(generation))
  const late = createSealer()
  await late.use(await nextStep(secret))
  expect(await opener.open('audio', (await late.seal('audio', bytes('old')))!)).toBeUndefined()
})
