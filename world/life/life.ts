import type { Json, Pick } from '../shared-parts.ts'
import { createHash } from 'node:crypto'
import type { Random } from '../random.ts'
import { BEGINNING } from '../scheduler.ts'
import { formOf, outcomeOf, type Client } from './client.ts'
import type { Written } from './ledger.ts'
import type { Member, Organization } from './organization.ts'

/** What users do. Its numbers decide everything about it, so an action is the same without the others. */
export type Action = {
  weight: number
  changesAccess?: boolean
  run(life: Life, actor: Member, pick: Pick): Promise<string>
}

type Actions = Readonly<Record<string, Action>>

/** One step of a program. `numbers` decide what it does. */
export type Step = { id: string; at: number; what: string; actor: number; numbers: readonly number[] }

const DAY = 86_400_000
/** A day, and for how many of its hours the organization lives. */
type Length = { day: number; hours: number }
const startOf = ({ day }: Length) => BEGINNING + day * DAY
const HOUR = 3_600_000
/** The hours of a place before those of UTC. */
const ZONES: Readonly<Record<string, number>> = { Frankfurt: 1, Nairobi: 3, Sydney: 11, 'São Paulo': -3 }
const NUMBERS = 14

/** Returns the time of an hour in a place. A short day has all hours, each of which is shorter. */
function timeOf(hour: number, place: string, length: Length): number {
  const utc = (((hour - (ZONES[place] ?? 0)) % 24) + 24) % 24
  return startOf(length) + (utc / 24) * length.hours * HOUR
}

/** A request whose answer was lost may arrive for so long. */
const LATE_MILLISECONDS = 45_000
const MAX_SECRETS = 150

/** Lets the members of an organization live. */
export class Life {
  newest = 1
  done = 0
  readonly organization: Organization
  readonly actions: Actions
  readonly without: ReadonlySet<string>
  /** The random requests that members send. */
  readonly #requests: readonly string[]
  /** Called before and after an action that changes who may see what. */
  look: () => void = () => undefined
  readonly #sent = new Map<number, Written[]>()
  #exclusive: Promise<unknown> = Promise.resolve()
  #exclusives = 0
  /** What did not end yet, by step. */
  readonly running = new Map<string, string>()

  constructor(
    organization: Organization,
    actions: Actions,
    { without, requests = /./ }: { without: ReadonlySet<string>; requests?: RegExp | undefined },
  ) {
    this.organization = organization
    this.actions = actions
    this.without = without
    this.#requests = [...organization.shared.generators.keys()].filter((name) => requests.test(name))
  }

  get #scheduler() {
    return this.organization.world.scheduler
  }

  /** Returns what the members do on a day, in the order of time. */
  stepsOf({ day, hours }: Length, perMember: number, random: Random): Step[] {
    const { members } = this.organization
    const names = Object.keys(this.actions).flatMap((name) =>
      Array.from({ length: Math.ceil((this.actions[name]?.weight ?? 0) * 10) }, () => name),
    )
    const isWeekend = day % 7 >= 5
    const steps: Step[] = []
    for (const [actor, { place }] of members.entries()) {
      const count = Math.round(perMember * random.between(0.5, 1.5) * (isWeekend ? 0.1 : 1.36))
      for (let nth = 0; nth < count; nth++) {
        const hour = random.chance(0.9) ? 8 + 10 * random.next() : 24 * random.next()
        const at = timeOf(hour, place, { day, hours })
        const numbers = Array.from({ length: NUMBERS }, () => random.below(5040))
        steps.push({ id: `${day}.${actor}.${nth}`, at, what: random.pick(names), actor, numbers })
      }
    }
    return steps.filter(({ id }) => !this.without.has(id)).sort((a, b) => a.at - b.at)
  }

  timesOf(length: Length): { from: number; to: number } {
    return { from: startOf(length), to: startOf(length) + length.hours * HOUR }
  }

  /** Lets a day pass. */
  async liveDay(steps: readonly Step[], length: Length, random: Random): Promise<void> {
    const { members } = this.organization
    for (const { devices, place } of members)
      for (const device of devices) {
        const opens = timeOf(7 + random.next(), place, length)
        const isSilent = random.chance(0.3)
        this.#scheduler.at(opens, () => void device.goOnline())
        const closes = timeOf(18 + random.next(), place, length)
        if (random.chance(0.8) && closes > opens) this.#scheduler.at(closes, () => device.goOffline(isSilent))
      }
    for (const step of steps) this.#scheduler.at(step.at, () => void this.#run(step))
    await this.#scheduler.until(() => this.organization.failures.length > 0, this.timesOf(length).to)
  }

  get isQuiet(): boolean {
    return this.running.size === 0
  }

  async #run({ what, actor, numbers, id }: Step): Promise<void> {
    const member = this.organization.members[actor]
    const action = this.actions[what]
    if (member === undefined || action === undefined || member.isGone) return
    this.running.set(id, what)
    const pick = this.organization.shared.picking(numbers)
    const act = () => action.run(this, member, pick)
    try {
      const outcome = await (action.changesAccess ? this.#alone(act) : act())
      this.organization.world.note(`${member.client.account.full_name} wants to ${what} (${id}): ${outcome}`)
      this.organization.count(`${what}: ${outcome}`)
      this.done++
    } catch (error) {
      this.organization.failures.push(
        `${what} (${id}) of ${member.client.account.full_name}: ${error instanceof Error ? error.message : String(error)}`,
      )
    } finally {
      this.running.delete(id)
    }
  }

  /** Actions that change who may see what happen one after the other, and the oracle looks in between. */
  #alone(act: () => Promise<string>): Promise<string> {
    const run = async () => {
      this.look()
      this.#exclusives++
      const outcome = await act()
      if (outcome === 'lost' || outcome === 'INTERNAL_SERVER_ERROR') await this.#scheduler.wait(LATE_MILLISECONDS)
      this.#exclusives++
      this.look()
      return outcome
    }
    const result = this.#exclusive.then(run)
    this.#exclusive = result.catch(() => undefined)
    return result
  }

  /** Returns whether a message that is sent now was sent while nothing changed who may see it. */
  beginSecret(): () => boolean {
    const before = this.#exclusives
    const { secrets } = this.organization
    for (const oldest of secrets.keys()) if (secrets.size >= MAX_SECRETS) secrets.delete(oldest)
    return () => before % 2 === 0 && before === this.#exclusives
  }

  /** Two senders may choose the same id. */
  clientId = (nth: number) => createHash('md5').update(String(nth)).digest('hex')

  noteSent(_id: number, sender_id: number, entry: Written): void {
    const sent = this.#sent.get(sender_id) ?? []
    sent.push(entry)
    if (sent.length > 20) sent.shift()
    this.#sent.set(sender_id, sent)
  }

  sentBy(sender_id: number, pick: Pick): Written | undefined {
    const sent = this.#sent.get(sender_id) ?? []
    return sent.length === 0 ? undefined : pick(sent)
  }

  /** Sends one of the random requests of the law. */
  async doAnything({ client }: Member, pick: Pick): Promise<string> {
    const { shared, members } = this.organization
    const name = pick(this.#requests)
    const found = shared.generators.get(name)
    if (found === undefined) return 'no generator'
    const people = members.slice(0, 8).map(({ client: each }) => ({ id: each.id, account: each.account }))
    const cast = { general: { stream_id: 1, name: 'general' } }
    const counter = this.done + 1_000_000
    // The generators of the law read only these parts of its world.
    const world: Json = { cast, people, counter, secrets: new Map() }
    const actor: Json = people[0]
    const { endpoint, generate } = found
    const form = formOf(generate({ pick, world, actor }))
    if (endpoint.route.includes('/settings')) this.organization.hidden.delete(client.id)
    const answer = await request(client, { shared, endpoint, form })
    return `${endpoint.route} ${outcomeOf(answer)}`
  }
}

function request(
  client: Client,
  { shared, endpoint, form }: { shared: Organization['shared']; endpoint: Json; form: URLSearchParams },
): Promise<Json> {
  let path = shared.fullPathOf(endpoint)
  for (const name of shared.pathParamsOf(endpoint)) {
    path = path.replace(new RegExp(`:${name}\\+?`), encodeURIComponent(form.get(name) ?? ''))
    form.delete(name)
  }
  const method = shared.methodOf(endpoint)
  const isRead = method === 'GET' || method === 'HEAD'
  return client.send(isRead ? `${path}?${form}` : path, isRead ? { method } : { method, body: form })
}
