import { runInDurableObject } from 'cloudflare:test'
import type { Json, Person } from '../support/person'
import type { World } from './world'

/**
 * Who may know what, worked out a second time, without the server's own rules: from its bare tables, for everyone and
 * everything, as slowly as one likes. What somebody was once allowed to see they may have been told, so it only grows.
 */
export class Oracle {
  readonly #messages = new Map<number, Set<string>>()
  readonly #channels = new Map<number, Set<string>>()
  readonly #emails = new Map<number, Set<string>>()
  readonly #everyWord = new Set<string>()
  readonly #everyChannel = new Set<string>()
  readonly #everyEmail = new Set<string>()
  readonly #away = new Set<number>()

  constructor(readonly world: World) {}

  /** Looks at the realm as it is now. */
  async look(): Promise<void> {
    const truth = await tablesOf(this.world)
    for (const { name } of truth.channels) if (isTelling(name)) this.#everyChannel.add(name)
    for (const user of truth.users) if (isHuman(user)) this.#everyEmail.add(user.delivery_email)
    for (const word of this.world.said.values()) this.#everyWord.add(word)
    for (const person of truth.users) this.#noteFor(person, truth)
    for (const { is_active, user_id } of truth.users) if (!is_active) this.#away.add(user_id)
  }

  /** Was their account deactivated at some time? Whoever is let in again finds that their queues are gone. */
  wasAway(person: Person): boolean {
    return this.#away.has(person.id)
  }

  #noteFor(person: Json, truth: Truth) {
    const note = (where: Map<number, Set<string>>, what: string) => {
      const known = where.get(person.user_id)
      if (known) known.add(what)
      else where.set(person.user_id, new Set([what]))
    }
    for (const channel of truth.channels) if (mayKnowOf(channel, person, truth)) note(this.#channels, channel.name)
    for (const message of truth.messages) {
      const word = this.world.said.get(message.id)
      if (word !== undefined && mayRead(message, person, truth)) note(this.#messages, word)
    }
    for (const other of truth.users) if (mayKnowEmailOf(other, person)) note(this.#emails, other.delivery_email)
  }

  /** What this text tells somebody that they were never allowed to see, and did not say themselves. */
  tooMuch(person: Person, text: string, saidThemselves: string): string[] {
    const found: string[] = []
    const look = (every: Set<string>, known: Set<string> | undefined) => {
      for (const what of every)
        if (text.includes(what) && !known?.has(what) && !saidThemselves.includes(what)) found.push(what)
    }
    look(this.#everyWord, this.#messages.get(person.id))
    look(this.#everyChannel, this.#channels.get(person.id))
    look(this.#everyEmail, this.#emails.get(person.id))
    return found
  }
}

type Truth = {
  users: Json[]
  channels: Json[]
  subscriptions: Json[]
  spans: Json[]
  members: Json[]
  subgroups: Json[]
  groups: Json[]
  messages: Json[]
  conversations: Json[]
  segments: Json[]
  moves: Json[]
}

const tablesOf = ({ cast }: World): Promise<Truth> =>
  runInDurableObject(cast.realm.stub, (_, { storage }) => {
    const all = (query: string): Json[] => storage.sql.exec(query).toArray()
    return {
      users: all('SELECT * FROM users'),
      channels: all('SELECT * FROM channels').map((row) => ({ ...row, permissions: JSON.parse(row.permissions) })),
      subscriptions: all('SELECT * FROM subscriptions WHERE is_active = 1'),
      spans: all('SELECT * FROM subscription_periods'),
      members: all('SELECT * FROM group_members'),
      subgroups: all('SELECT * FROM group_subgroups'),
      groups: all('SELECT * FROM user_groups'),
      messages: all('SELECT * FROM message_index'),
      conversations: all('SELECT * FROM conversations'),
      segments: all('SELECT * FROM segments'),
      moves: all('SELECT * FROM moves'),
    }
  })

const GUEST = 600
const ADMINISTRATOR = 200

// Names that other words do not contain.
const isTelling = (name: string) => /-\d+$/.test(name) || name === 'vault' || name === 'attic'
const isHuman = (user: Json) => user.bot_type === null && user.is_system_bot === 0

const isIn = (channel: Json, person: Json, { subscriptions }: Truth) =>
  subscriptions.some((each) => each.stream_id === channel.stream_id && each.user_id === person.user_id)

function mayReadIn(channel: Json, person: Json, truth: Truth): boolean {
  if (channel.is_web_public || isIn(channel, person, truth)) return true
  if (person.role >= GUEST) return false
  if (!channel.invite_only) return true
  const { can_add_subscribers_group, can_subscribe_group } = channel.permissions
  return isAmong(can_add_subscribers_group, person, truth) || isAmong(can_subscribe_group, person, truth)
}

function mayKnowOf(channel: Json, person: Json, truth: Truth): boolean {
  if (person.role <= ADMINISTRATOR || mayReadIn(channel, person, truth)) return true
  return person.role < GUEST && isAmong(channel.permissions.can_administer_channel_group, person, truth)
}

function mayRead(message: Json, person: Json, truth: Truth): boolean {
  const segment = truth.segments.find(
    ({ origin_id, from_id, to_id }) =>
      origin_id === message.conversation_id && from_id <= message.id && message.id <= to_id,
  )
  const conversation = truth.conversations.find(
    ({ id }) => id === (segment?.conversation_id ?? message.conversation_id),
  )
  if (conversation.people !== null) return JSON.parse(conversation.people).includes(person.user_id)
  const channel = truth.channels.find((each) => each.stream_id === conversation.stream_id)
  if (channel === undefined || !mayReadIn(channel, person, truth)) return false
  if (channel.history_public_to_subscribers) return true
  // Where history is protected, it is theirs who were there when it was sent, or when it came from another channel.
  const came: Json[] = JSON.parse(segment?.moves ?? '[]')
    .map((id: number) => truth.moves.find((move) => move.id === id))
    .filter((move: Json) => move !== undefined && move.stream_id !== move.new_stream_id)
  return truth.spans
    .filter(({ stream_id, user_id }) => stream_id === channel.stream_id && user_id === person.user_id)
    .some((span) => {
      const isIn = (since: number, until: number | null, at: number) => since < at && (until === null || at <= until)
      if (came.length === 0) return isIn(span.from_message, span.to_message, message.id)
      return came.some((move) => isIn(span.from_event, span.to_event, move.id))
    })
}

function mayKnowEmailOf(other: Json, person: Json): boolean {
  if (other.user_id === person.user_id || !isHuman(other)) return true
  // 1 everyone, 2 members, 3 administrators, 4 nobody, 5 moderators
  const lowest = { 1: GUEST, 2: 400, 3: ADMINISTRATOR, 4: 0, 5: 300 }[other.email_address_visibility as number]!
  return person.role <= lowest
}

/** A group, or a list of people and groups; and whoever is in a group is in every group that it is in. */
function isAmong(value: Json, person: Json, truth: Truth): boolean {
  if (typeof value === 'object')
    return (
      value.direct_members.includes(person.user_id) ||
      value.direct_subgroups.some((id: number) => isAmong(id, person, truth))
    )
  if (roleGroups(person, truth).includes(value)) return true
  if (truth.members.some((each) => each.group_id === value && each.user_id === person.user_id)) return true
  return truth.subgroups.some((each) => each.group_id === value && isAmong(each.subgroup_id, person, truth))
}

const ROLE_GROUPS: Record<string, number> = {
  'role:owners': 100,
  'role:administrators': 200,
  'role:moderators': 300,
  'role:fullmembers': 400,
  'role:members': 400,
  'role:everyone': 600,
}

const roleGroups = (person: Json, { groups }: Truth): number[] =>
  groups.filter(({ name }) => person.role <= (ROLE_GROUPS[name] ?? 0)).map(({ id }) => id)
