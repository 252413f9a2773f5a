import type { CallSeat } from '../../client-state/wire'
import { MAX_STEP, newSecret, nextStep, type Secret } from '../call-worker/frames'
import { createKeyPair } from './key-pair'

const GENERATIONS = MAX_STEP + 1
/** A new secret is used when all have it. Until then, who left could still decrypt. */
const BEFORE_USE_MILLISECONDS = 500

type Member = Pick<CallSeat, 'number' | 'key' | 'away'>
export type SealedKey = { to: number; sealed: string }

type Options = {
  call_id: number
  own: number
  /** Sends the own secret to others, encrypted for each of them. */
  send: (keys: SealedKey[]) => void
  /** Called with the secret with which this client encrypts from now on. */
  use: (secret: Secret) => void
  /** Called with a secret of another participant. */
  learn: (participant: number, secret: Secret) => void
  report: (error: unknown) => void
}

export type Keys = Awaited<ReturnType<typeof createKeys>>

/**
 * Agrees on the secrets of a call, through the realm, which cannot read them. Each participant encrypts with a secret of its own, and sends
 * it to each other one, encrypted for that one. Who joins gets the next step of it. When a participant leaves, all others make new
 * secrets.
 */
export async function createKeys({ call_id, own, send, use, learn, report }: Options) {
  const pair = await createKeyPair()
  const secret = createOwnSecret(use)
  const recipients = createRecipients(own)
  let roster: readonly Member[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let handled = Promise.resolve()
  const inTurn = (work: () => Promise<void> | void): Promise<void> => (handled = handled.then(work).catch(report))

  async function give(members: readonly Member[]): Promise<void> {
    if (members.length === 0) return
    const sealed = members.map(({ number, key }) =>
      pair.seal(secret.newest(), key ?? '', { call_id, from: own, to: number }).then(
        (text) => [{ to: number, sealed: text }],
        // A participant with a wrong key takes nothing from the others.
        () => [],
      ),
    )
    recipients.note(members)
    send((await Promise.all(sealed)).flat())
  }

  /** Makes a secret that no one has, and uses it soon. */
  async function renew(): Promise<void> {
    secret.renew()
    timer ??= setTimeout(() => {
      timer = undefined
      void inTurn(() => secret.useNewest())
    }, BEFORE_USE_MILLISECONDS)
    await give(recipients.connected(roster))
  }

  async function adapt(mayComeBack: boolean): Promise<void> {
    if (recipients.drop(roster, mayComeBack)) return renew()
    const { lacking, hasNew } = recipients.lacking(roster)
    if (hasNew && secret.isLastStep()) return renew()
    if (hasNew) await secret.advance()
    await give(lacking)
  }

  return {
    /** The public key of this client. */
    key: pair.key,
    /** Returns the public keys of all in the call. */
    all: (): string[] => [pair.key, ...roster.flatMap(({ number, key }) => (number === own ? [] : (key ?? [])))],
    /** Gives the secret to who lacks it, and makes a new one if a participant left who will not come back. */
    follow(next: readonly Member[], mayComeBack: boolean): Promise<void> {
      roster = next
      return inTurn(() => adapt(mayComeBack))
    },
    /** The connection to the realm was cut: the others may have missed what this client sent. */
    repeat: (): void => recipients.forget(),
    receive: (from: number, sealed: string): Promise<void> =>
      inTurn(async () => {
        const theirs = roster.find(({ number }) => number === from)?.key
        if (typeof theirs === 'string') learn(from, await pair.open(sealed, theirs, { call_id, from, to: own }))
      }),
    close: (): void => clearTimeout(timer),
  }
}

/** The secret with which this client encrypts, and the one that it uses soon. */
function createOwnSecret(use: (secret: Secret) => void) {
  let current = newSecret(crypto.getRandomValues(new Uint8Array(1))[0] ?? 0)
  let next: Secret | undefined
  const newest = () => next ?? current
  use(current)
  return {
    newest,
    isLastStep: (): boolean => newest().step === MAX_STEP,
    renew: (): void => void (next = newSecret((newest().generation + 1) % GENERATIONS)),
    useNewest(): void {
      if (next) use((current = next))
      next = undefined
    },
    /** What was sent before stays unreadable for who gets the secret now. A secret that is not used yet needs it not. */
    async advance(): Promise<void> {
      if (next === undefined) use((current = await nextStep(current)))
    },
  }
}

/** Who has a secret of this client, and who of them the newest. */
function createRecipients(own: number) {
  const keyOf = new Map<number, string | null>()
  const given = new Set<number>()
  const isNew = ({ number, key }: Member) => keyOf.get(number) !== key
  const connected = (roster: readonly Member[]) =>
    roster.filter(({ number, key, away }) => number !== own && key !== null && !away)

  return {
    connected,
    note(members: readonly Member[]): void {
      for (const { number, key } of members) {
        keyOf.set(number, key)
        given.add(number)
      }
    },
    forget: (): void => given.clear(),
    /** Drops who is not connected: they may have missed the newest secret. Returns whether one of them left for good. */
    drop(roster: readonly Member[], mayComeBack: boolean): boolean {
      const there = new Map(roster.map((member) => [member.number, member]))
      for (const number of given) if (there.get(number)?.away !== false) given.delete(number)
      const left = mayComeBack ? [] : [...keyOf.keys()].filter((number) => !there.has(number))
      for (const number of left) keyOf.delete(number)
      return left.length > 0
    },
    lacking(roster: readonly Member[]): { lacking: Member[]; hasNew: boolean } {
      const lacking = connected(roster).filter((member) => isNew(member) || !given.has(member.number))
      return { lacking, hasNew: lacking.some(isNew) }
    },
  }
}
