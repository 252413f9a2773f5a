import type * as v from 'valibot'
import type { ControlRow } from './controls'
import type { OptionName } from './options'
import type { Signature } from './signatures'

/** One delivery of a service: its headers, its options in the address, and its body. */
export type Delivery = {
  header: (name: string) => string | undefined
  /** Returns a parameter of the address. */
  option: (name: string) => string | undefined
  /** The topic in the address, which replaces the integration's own. */
  topic: string | undefined
  /** The integration, for texts that name it. */
  title: string
  /** UNIX seconds. */
  now: number
  /** The program receives presses, so its buttons, menus and fields are drawn. Otherwise the text names them. */
  receivesPresses: boolean
}

/**
 * A message. `event` is its name for `only_events` if it differs from that of the delivery. `to` is the email address of the user
 * who gets it as a direct message. `channel` is the name of a channel, in place of the one in the address.
 */
export type Text = {
  topic: string
  content: string
  event?: string
  to?: string
  channel?: string
  controls?: readonly ControlRow[]
}
export type Texts = Text | readonly Text[] | undefined

/** An event of a service: the fields that its text needs, and its text. */
type EventOf<Fields extends v.GenericSchema> = {
  fields: Fields
  write(body: v.InferOutput<Fields>, delivery: Delivery): Texts
}

export type AnyEvent = { fields: v.GenericSchema; write(body: unknown, delivery: Delivery): Texts }

/** Returns an event of a service. Fields that the schema does not name are not read, so a new field breaks nothing. */
export const on = <Fields extends v.GenericSchema>(
  fields: Fields,
  write: (body: v.InferOutput<Fields>, delivery: Delivery) => Texts,
): AnyEvent => {
  const event: EventOf<Fields> = { fields, write }
  return event
}

export const CATEGORIES = [
  'version-control',
  'continuous-integration',
  'deployment',
  'monitoring',
  'project-management',
  'customer-support',
  'communication',
  'marketing',
  'financial',
  'human-resources',
  'productivity',
  'entertainment',
  'meta',
] as const
export type Category = (typeof CATEGORIES)[number]

/** What a body is before its fields are checked. */
export type RawBody = { bytes: Uint8Array; text: string; content_type: string }

export type Integration = {
  /** The name of the service, as in its own texts: `GitHub`. */
  title: string
  /** The name of the service as people write it today, if `title` differs. */
  display_name?: string
  category?: Category
  /** Where to enter the address in the service, for its users. */
  setup?: string
  /** The body to enter in a service that lets its users write it. */
  template?: string
  /** Returns the value in a body. Throws `malformedJson`, for example. */
  reads: (body: RawBody, delivery: Delivery) => unknown
  /** The header that names the event. A request without it is refused. */
  eventHeader?: string
  /**
   * Returns the event's name, by which `events` has its text and `only_events` selects it. `undefined` if the body says nothing
   * that people need. Without this function, the integration has one event without a name, `message`.
   */
  event?: (body: unknown, delivery: Delivery) => string | undefined
  events: Readonly<Record<string, AnyEvent>>
  /** The events that are accepted without a message. A name that ends with `*` is a prefix. */
  ignores?: readonly string[]
  /** The parameters of the address that this integration reads, besides the common ones. */
  options?: readonly OptionName[]
  /** Checks the sender of a delivery, if the bot has a secret. */
  signature?: Signature
  /** The header whose value differs in each delivery. A repeated delivery is dropped. */
  deliveryId?: string
  /** Before it uses the address, the service expects the parameter `challenge` as the answer to a GET. */
  sendsChallenge?: boolean
  /** Names that events had in earlier versions, for `only_events` and `exclude_events`. */
  olderNames?: Readonly<Record<string, string>>
  /** The names by which `only_events` selects messages, if they are not those of `events`. */
  eventNames?: readonly string[]
  /** The owner of the bot is not notified of a body that cannot be read. */
  isQuietAboutBodies?: boolean
}

/** The integration of a service, with what its users need to know. */
export type Service = Integration & Required<Pick<Integration, 'category' | 'setup'>>

export const integration = <Declared extends Integration>(declaration: Declared): Declared => declaration
