import type { Json, Shared } from '../shared-parts.ts'
import { PLACES } from '../places.ts'
import type { Random } from '../random.ts'
import type { World } from '../world.ts'
import { Client, formOf, type Account, type FieldValue } from './client.ts'
import { Device, type Transport } from './device.ts'
import { Ledger, type Moment } from './ledger.ts'
import { answerAsModel, answerOutside } from './outside-servers.ts'

export type Member = { client: Client; devices: Device[]; role: number; place: string; isGone: boolean }

/** A failure of an invariant. */
export class Broken extends Error {}

const ROLES = [100, 200, 300, 400, 600, 400, 400, 400]
const CLIENTS: Record<string, FieldValue>[] = [
  {
    client_capabilities: { archived_channels: true, bulk_message_deletion: true, simplified_presence_events: true },
    include_subscribers: 'true',
    slim_presence: true,
    apply_markdown: true,
    client_gravatar: false,
  },
  {},
]
const ALL_PUBLIC = { all_public_streams: true, event_types: ['message'], fetch_event_types: ['message'] }
/** A member who may become a guest. */
const WATCHER = 5
const QUEUE_SECONDS = 7 * 24 * 3600
const PASSWORD = 'correct horse battery'

/** An organization in the world: its members, their devices, and what they have written. */
export class Organization {
  readonly members: Member[] = []
  readonly ledger = new Ledger()
  /** Its bots by their type, and the addresses of the files that members shared. */
  readonly bots = new Map<number, Client>()
  readonly files: string[] = []
  readonly sounds: { message_id: number; path_id: string }[] = []
  /** The paths of its guest links, and how automations are started: by an address, or by a form. */
  readonly guestLinks: string[] = []
  readonly arrivals: { isForm: boolean; path: string }[] = []
  /** Whether the owner has chosen a language model and a service for GIFs. */
  hasServices = false
  /** Whether its messages are deleted after some weeks. */
  hasRetention = false
  /** The moments to which an operator may restore it, by their times. */
  readonly moments = new Map<number, Moment>()
  readonly failures: string[] = []
  /** Since when, in seconds, the server has confirmed that these users hide their presence. */
  readonly hidden = new Map<number, number>()
  /** For some messages, their words, by id: the oracle of access looks for them. */
  readonly secrets = new Map<number, string>()
  /** Words that a user received since the oracle looked last, by the user's id. */
  readonly receivedWords = new Map<number, Set<string>>()
  readonly world: World
  readonly shared: Shared
  readonly realm_name: string
  readonly url: string
  /** How many actions were done, by name and outcome. */
  readonly outcomes = new Map<string, number>()

  constructor(world: World, shared: Shared, realm_name = 'acme') {
    this.world = world
    this.shared = shared
    this.realm_name = realm_name
    this.url = `http://${realm_name}.parley.test`
    world.outside = answerOutside
    world.models = answerAsModel
  }

  get realm() {
    return this.world.object('RealmObject', this.realm_name)
  }

  /** Runs a query in the realm. */
  query(text: string): Json[] {
    return this.world.query(this.realm.stored, text)
  }

  fail(what: string): void {
    this.failures.push(what)
    throw new Broken(what)
  }

  count(outcome: string): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1)
  }

  /** Creates the realm, its users and its first channels. Nothing fails meanwhile. `stored` has the users of a realm that exists. */
  async found(people: number, random: Random, stored: readonly Omit<Account, 'place'>[] = []): Promise<void> {
    const { realm_name: name } = this
    const owner = { user_id: 0, email: `ada@${name}.test`, full_name: 'Ada', api_key: '', place: PLACES[0] }
    const { scheduler } = this.world
    const begin = new Client(this.world, this.url, owner)
    const post = async (path: string, fields: Record<string, FieldValue>, authorization = ''): Promise<Json> => {
      const response = await begin.fetch(`/api/v1${path}`, {
        method: 'POST',
        headers: { authorization },
        body: formOf(fields),
      })
      const answer: Json = await response.json()
      if (answer.result !== 'success') throw new Error(`${path}: ${JSON.stringify(answer)}`)
      return answer
    }
    const names = { name, owner_email: owner.email, owner_full_name: 'Ada', owner_password: PASSWORD }
    for (const [nth, account] of stored.entries())
      this.#add({ ...account, place: random.pick(PLACES) }, ROLES[nth] ?? 400)
    if (stored.length === 0)
      this.#add({ ...owner, ...(await post('/realms', names, 'Bearer the deployment secret')) }, 100)
    for (let nth = this.members.length; nth < people; nth++) {
      const role = ROLES[nth] ?? 400
      const account = { email: `p${nth}@${name}.test`, full_name: `Person ${nth}`, place: random.pick(PLACES) }
      const { email, full_name } = account
      const { user_id, api_key } = await post('/dev_create_user', { email, full_name, password: PASSWORD, role })
      this.#add({ ...account, user_id, api_key, password: PASSWORD }, role)
    }
    await this.#createChannels()
    await scheduler.wait(10_000)
  }

  #add(account: Account, role: number): void {
    this.members.push({
      client: new Client(this.world, this.url, account),
      devices: [],
      role,
      place: account.place,
      isGone: false,
    })
  }

  async #createChannels(): Promise<void> {
    const { members } = this
    const ids = members.map(({ client }) => client.id)
    const channels: [string, number[], Record<string, FieldValue>][] = [
      ['general', ids, {}],
      ['vault', ids.slice(0, 2), { invite_only: true }],
      ['attic', ids.slice(0, 1), {}],
      ['garden-1', ids.slice(2, 4), { invite_only: true, history_public_to_subscribers: true }],
      ['library', ids.slice(0, 3), { invite_only: true, history_public_to_subscribers: true }],
    ]
    for (let team = 1; team * 10 < ids.length; team++)
      channels.push([`team-${team}`, ids.slice(team * 10 - 8, team * 10 + 12), { invite_only: team % 3 === 0 }])
    for (const [name, principals, more] of channels)
      await members[0]?.client.insist('POST', '/users/me/subscriptions', {
        subscriptions: [{ name }],
        principals,
        send_new_subscription_messages: false,
        ...more,
      })
  }

  /** Gives each member a device, and some a second one. Of so many devices, one polls and one reads a stream. */
  equip(random: Random, devicesPerPoll = this.members.length > MANY ? 100 : 20): void {
    // A large organization would spend the time of the world on pings.
    const pingEvery = this.members.length > MANY ? 240_000 : 55_000
    const notes = {
      fail: (what: string) => void this.failures.push(what),
      received: (user_id: number, text: string, events: readonly Json[]) => {
        this.#noteWords(user_id, text)
        for (const event of events) this.ledger.noteEvent(event)
      },
    }
    for (const [nth, member] of this.members.entries()) {
      const count = nth % 4 === 0 || nth === WATCHER ? 2 : 1
      for (let at = 0; at < count; at++) {
        const form = at === 1 && nth === WATCHER ? ALL_PUBLIC : CLIENTS[(nth + at) % CLIENTS.length]
        const options = { ...form, queue_lifespan_secs: QUEUE_SECONDS }
        const transport = transportOf((nth + at) % devicesPerPoll)
        member.devices.push(
          new Device(new Client(this.world, this.url, member.client.account), {
            transport,
            options,
            notes,
            random,
            pingEvery,
          }),
        )
      }
    }
  }

  #noteWords(user_id: number, text: string): void {
    if (!text.includes('secret')) return
    const words = this.receivedWords.get(user_id) ?? new Set<string>()
    this.receivedWords.set(user_id, words)
    for (const [word] of text.matchAll(/secret\d+x/g)) words.add(word)
  }
}

const MANY = 60

/** Most devices use a socket. A poll costs the world as much as fifty pings. */
const transportOf = (nth: number): Transport => ({ 1: 'poll' as const, 3: 'stream' as const })[nth] ?? 'socket'
