import { createMemo, createSignal } from 'solid-js'
import { labelOf, topicName } from '../base/labels'
import { remember, remembered } from '../base/remembered'
import type { Client } from '../client/client'
import { KEYMAP, type Command } from '../keys/keymap'
import { nameOfKey } from '../keys/key-names'
import { printCard } from '../routes/card'
import { keyOfRoute, parseRoute, type Route } from '../routes/route'
import { inReadingOrder } from '../store/conversations'
import {
  allDestinations,
  findDestinations,
  isOfPeople,
  keyOfDestination,
  type Destination,
  type TopicPlace,
} from '../store/destinations'
import { words } from '../words/en'
import { laterWords } from '../words/en-later'
import type { Choice, ChoiceGroup } from './choice'
import { createOrders } from './orders'

const VIEWS: Route[] = [
  { view: 'inbox' },
  { view: 'recent' },
  { view: 'feed' },
  { view: 'mentions' },
  { view: 'starred' },
  { view: 'drafts' },
  { view: 'scheduled' },
  { view: 'direct-messages' },
  { view: 'settings', section: '' },
]

const texts = laterWords.switcher

/** The commands that open a view. */
const COMMANDS: Partial<Record<Route['view'], Command>> = {
  inbox: 'inbox',
  recent: 'recent',
  feed: 'feed',
  starred: 'starred',
  drafts: 'drafts',
  'direct-messages': 'directMessages',
}

function keysOf({ view }: Route): string | undefined {
  const key = KEYMAP.find(({ command }) => command === COMMANDS[view])?.keys[0]
  return key && nameOfKey(key)
}

/** How many entries a group has at most. */
const MOST = { unread: 5, chosenBefore: 5, places: 5, people: 5 }

const CHOSEN = 'chosen-places'
const MAX_CHOSEN = 40

type Place = (destination: Destination) => void

/** Returns the entries that match what the user writes, in groups. */
export function createChoices(client: Client, query: () => string, place: Place) {
  const choosing = placeChoices(client, (destination) => {
    remember(client.environment.storage, CHOSEN, addressOf(client, destination), MAX_CHOSEN)
    place(destination)
  })
  const [settings, setSettings] = createSignal<Choice[]>([])
  const show = (found: readonly Destination[]) =>
    setSettings((before) => [...before, ...choosing.group('', found).choices])
  import('./setting-choices')
    .then(({ settingChoices, organizationSettingChoices }) => {
      show(settingChoices(client))
      return organizationSettingChoices(client)
    })
    .then(show, client.report)
  const orders = createOrders(client, { query, settings })

  return createMemo((): ChoiceGroup[] => {
    const text = query().trim()
    if (text === '') return withEntries([...choosing.first(), ...orders.few('', false).slice(0, 1)])
    if (text.startsWith('>')) return foundBy((forgives) => orders.all(text.slice(1).trim(), forgives))
    const found = foundBy((forgives) => [...choosing.found(text, forgives), ...orders.few(text, forgives)])
    return [...found, choosing.messagesWith(text)]
  })
}

/** Returns the places that match what the user writes, in groups, to choose one for something else than opening it. */
export function createPlaces(client: Client, query: () => string, place: Place) {
  const choosing = placeChoices(client, place)
  return createMemo(() => foundBy((forgives) => choosing.found(query().trim(), forgives)))
}

/** With a mistake, an entry matches only if none does without: a topic "clean" never stands before the person "Cleo". */
function foundBy(groups: (forgives: boolean) => ChoiceGroup[]): ChoiceGroup[] {
  const found = withEntries(groups(false))
  return found.length > 0 ? found : withEntries(groups(true))
}

const withEntries = (groups: readonly ChoiceGroup[]) => groups.filter(({ choices }) => choices.length > 0)

/** The places, as entries. The list of all is made with the first letter. */
function placeChoices(client: Client, place: Place) {
  const { store } = client
  const labels = labelsOf(client)
  const before = chosenBefore(client)
  const preferred = before.map(keyOfDestination)
  let all: { people: Destination[]; others: Destination[] } | undefined
  const listAll = () => {
    const every = allDestinations(store.state, labels, knownTopics(client, before))
    return { people: every.filter(isOfPeople), others: every.filter((destination) => !isOfPeople(destination)) }
  }
  const group = (title: string, destinations: readonly Destination[]): ChoiceGroup => ({
    title,
    choices: destinations.map(({ name, detail, ...to }) => ({
      name,
      detail,
      card: to.card,
      to: to.card === undefined ? to.route : undefined,
      keys: keysOf(to.route),
      choose: () => place({ ...to, name, detail }),
    })),
  })

  return {
    group,

    found(text: string, forgives: boolean): ChoiceGroup[] {
      all ??= listAll()
      const { people, others } = all
      return [
        group(texts.places, findDestinations(others, text, { most: MOST.places, preferred, forgives })),
        group(texts.people, findDestinations(people, text, { most: MOST.people, preferred, forgives })),
      ]
    },

    messagesWith(operand: string): ChoiceGroup {
      const route: Route = { view: 'search', terms: [{ operator: 'search', operand }] }
      return group(texts.messages, [{ route, name: texts.search(operand), detail: words.search }])
    },

    /** Before the user writes: what is unread, and what was chosen last. */
    first(): ChoiceGroup[] {
      const unread = inReadingOrder(store.state, client.unread().conversations)
        .slice(0, MOST.unread)
        .map(({ route }) => destinationOf(client, route))
      return [group(texts.unreadPlaces, unread), group(texts.chosenBefore, before.slice(0, MOST.chosenBefore))]
    },
  }
}

/** A topic has its channel beside it. */
const destinationOf = (client: Client, route: Route): Destination =>
  route.view === 'topic'
    ? { route, name: topicName(client, route.topic), detail: texts.topicIn(client.names.channel(route.stream_id)) }
    : { route, name: labelOf(client, route).replace(/^# /, ''), detail: '' }

/** Returns how much is unread at a place of the list. */
export function unreadIn({ unread }: Client, route: Route): { count: number; mentions: number } | undefined {
  if (route.view === 'channel') return unread().byChannel.get(route.stream_id)
  const found = unread().byKey.get(keyOfRoute(route))
  return found && { count: found.ids.length, mentions: found.mentions }
}

/** The places that the user chose from the list, the last one first. */
function chosenBefore(client: Client): Destination[] {
  return remembered(client.environment.storage, CHOSEN).flatMap((address): Destination[] => {
    const route = parseRoute(address)
    if (route === undefined || route.view === 'settings' || route.view === 'search') return []
    return [destinationOf(client, route)]
  })
}

/** Topics that are read and have no policy: those chosen before, and those of the messages in memory. */
function* knownTopics({ store }: Client, before: readonly Destination[]): Generator<TopicPlace> {
  for (const { route } of before) if (route.view === 'topic') yield route
  for (const message of store.messages.values())
    if (message.type === 'stream') yield { stream_id: message.stream_id, topic: message.subject }
}

const addressOf = ({ hrefOf }: Client, { route, card }: Destination): string =>
  card === undefined ? hrefOf(route) : printCard(card)

const labelsOf = (client: Client) => ({
  views: VIEWS.map((route) => ({ route, name: labelOf(client, route) })),
  channel: texts.channel,
  otherChannel: texts.otherChannel,
  archivedChannel: texts.archivedChannel,
  group: texts.group,
  directory: words.allChannels,
  person: texts.person,
  topicIn: texts.topicIn,
})

/** Opens a place, or the card above it. */
export function openPlace({ environment, go }: Client, { route, card }: Destination): void {
  if (card === undefined) go(route)
  else environment.address.go(printCard(card))
}
