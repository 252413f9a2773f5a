import type { Json } from '../support/person'

/**
 * Computes what each user may see, a second time and without the server's rules: slowly, from the tables. A user may have
 * received what they could see at any time, so the sets only grow.
 */
export class Oracle {
  readonly #messages = new Map<number, Set<string>>()
  readonly #channels = new Map<number, Set<string>>()
  readonly #emails = new Map<number, Set<string>>()
  readonly #everyWord = new Set<string>()
  readonly #everyChannel = new Set<string>()
  readonly #everyEmail = new Set<string>()
  readonly #away = new Set<number>()

  /** `secrets`: for some messages, a word that only this message contains. */
  constructor(readonly secrets: ReadonlyMap<number, string>) {}

  /** Adds what each user can see now. */
  look(truth: Truth): void {
    for (const { name } of truth.channels) if (isUnique(name)) this.#everyChannel.add(name)
    for (const user of truth.users) if (isHuman(user)) this.#everyEmail.add(user.delivery_email)
    for (const word of this.secrets.values()) this.#everyWord.add(word)
    for (const person of truth.users) this.#noteFor(person, truth)
    for (const { is_active, user_id } of truth.users) if (!is_active) this.#away.add(user_id)
  }

  /** Returns whether the account was deactivated at some time. Reactivation does not restore its queues. */
  wasDeactivated(person: { id: number }): boolean {
    return this.#away.has(person.id)
  }

  #noteFor(person: Json, truth: Truth) {
    const note = (where: Map<number, Set<string>>, what: string) => {
      const visible = where.get(person.user_id)
      if (visible) visible.add(what)
      else where.set(person.user_id, new Set([what]))
    }
    for (const channel of truth.channels) if (canSeeChannel(channel, person, truth)) note(this.#channels, channel.name)
    for (const message of truth.messages) {
      const word = this.secrets.get(message.id)
      if (word !== undefined && canRead(message, person, truth)) note(this.#messages, word)
    }
    for (const other of truth.users) if (canSeeEmail(other, person)) note(this.#emails, other.delivery_email)
  }

  /** Returns what `text` contains that the user could never see, and that is not in the user's own request. */
  leaksTo(person: { id: number }, text: string, ownText: string): string[] {
    const found: string[] = []
    const look = (every: Set<string>, visible: Set<string> | undefined) => {
      for (const what of every)
        if (text.includes(what) && !visible?.has(what) && !ownText.includes(what)) found.push(what)
    }
    look(this.#everyWord, this.#messages.get(person.id))
    look(this.#everyChannel, this.#channels.get(person.id))
    look(this.#everyEmail, this.#emails.get(person.id))
    return found
  }
}

/** The rows that decide about access. */
export type Truth = {
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

/** Reads them. `all` runs a query in the realm. `messages` limits them to some. */
export const truthOf = (all: (query: string) => Json[], messages = 'true'): Truth => ({
  users: all('SELECT * FROM users'),
  channels: all('SELECT * FROM channels').map((row) => ({ ...row, permissions: JSON.parse(row.permissions) })),
  subscriptions: all('SELECT * FROM subscriptions WHERE is_active = 1'),
  spans: all('SELECT * FROM subscription_periods'),
  members: all('SELECT * FROM group_members'),
  subgroups: all('SELECT * FROM group_subgroups'),
  groups: all('SELECT * FROM user_groups'),
  messages: all(`SELECT * FROM message_index WHERE ${messages}`),
  conversations: all('SELECT * FROM conversations'),
  segments: all('SELECT * FROM segments'),
  moves: all('SELECT * FROM moves'),
})

const GUEST = 600
const ADMINISTRATOR = 200

// Names that no other text contains.
const isUnique = (name: string) => /-\d+$/.test(name) || name === 'vault' || name === 'attic'
const isHuman = (user: Json) => user.bot_type === null && user.is_system_bot === 0

const isIn = (channel: Json, person: Json, { subscriptions }: Truth) =>
  subscriptions.some((each) => each.stream_id === channel.stream_id && each.user_id === person.user_id)

function canReadChannel(channel: Json, person: Json, truth: Truth): boolean {
  if (channel.is_web_public || isIn(channel, person, truth)) return true
  if (person.role >= GUEST) return false
  if (!channel.invite_only) return true
  const { can_add_subscribers_group, can_subscribe_group } = channel.permissions
  return isIncluded(can_add_subscribers_group, person, truth) || isIncluded(can_subscribe_group, person, truth)
}

function canSeeChannel(channel: Json, person: Json, truth: Truth): boolean {
  if (person.role <= ADMINISTRATOR || canReadChannel(channel, person, truth)) return true
  return person.role < GUEST && isIncluded(channel.permissions.can_administer_channel_group, person, truth)
}

function canRead(message: Json, person: Json, truth: Truth): boolean {
  const segment = truth.segments.find(
    ({ origin_id, from_id, to_id }) =>
      origin_id === message.conversation_id && from_id <= message.id && message.id <= to_id,
  )
  const conversation = truth.conversations.find(
    ({ id }) => id === (segment?.conversation_id ?? message.conversation_id),
  )
  if (conversation.people !== null) return JSON.parse(conversation.people).includes(person.user_id)
  const channel = truth.channels.find((each) => each.stream_id === conversation.stream_id)
  if (channel === undefined || !canReadChannel(channel, person, truth)) return false
  if (channel.history_public_to_subscribers) return true
  // With protected history, users read what was sent, or moved into the channel, during their subscription.
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

function canSeeEmail(other: Json, person: Json): boolean {
  if (other.user_id === person.user_id || !isHuman(other)) return true
  // 1 everyone, 2 members, 3 administrators, 4 no user, 5 moderators
  const lowest = { 1: GUEST, 2: 400, 3: ADMINISTRATOR, 4: 0, 5: 300 }[other.email_address_visibility as number]!
  return person.role <= lowest
}

/** Returns whether a group setting includes the user, through subgroups too. */
function isIncluded(value: Json, person: Json, truth: Truth): boolean {
  if (typeof value === 'object')
    return (
      value.direct_members.includes(person.user_id) ||
      value.direct_subgroups.some((id: number) => isIncluded(id, person, truth))
    )
  if (roleGroups(person, truth).includes(value)) return true
  if (truth.members.some((each) => each.group_id === value && each.user_id === person.user_id)) return true
  return truth.subgroups.some((each) => each.group_id === value && isIncluded(each.subgroup_id, person, truth))
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
