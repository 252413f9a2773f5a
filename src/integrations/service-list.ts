import type { Category, Service } from './integration'
import type { OptionName } from './options'
import { findIntegration, SERVICES } from './services'

/** What users need to know of a service. `events` is null if `only_events` cannot select its messages. */
export type ListedService = {
  name: string
  display_name: string
  category: Category
  setup: string
  template?: string
  events: readonly string[] | null
  options: readonly OptionName[]
}

/** Events that integrations tell apart, and no address can select: what they do not know, and the test of the service. */
const OWN_EVENTS = ['*', 'unknown', 'test']

const entryOf = (name: string, service: Service): ListedService => ({
  name: NEWEST_NAMES[name] ?? name,
  display_name: service.display_name ?? service.title,
  category: service.category,
  setup: service.setup,
  ...(service.template === undefined ? {} : { template: service.template }),
  events: eventsOf(service),
  options: service.options ?? [],
})

/** The names of today in addresses, of services that were renamed. */
const NEWEST_NAMES: Readonly<Record<string, string>> = {
  bitbucket2: 'bitbucket',
  hellosign: 'dropboxsign',
  clubhouse: 'shortcut',
}

function eventsOf({ event, events, eventNames }: Service): readonly string[] | null {
  if (eventNames) return [...eventNames].sort()
  if (event === undefined) return null
  const names = Object.keys(events).filter((name) => !OWN_EVENTS.includes(name))
  return names.length === 0 ? null : names.sort()
}

const byName = (a: ListedService, b: ListedService) =>
  a.display_name.toLowerCase() < b.display_name.toLowerCase() ? -1 : 1

/**
 * All services from their declarations, by name. They are all loaded, so the server reads `service-list.data.json` instead, which
 * `npm run services` makes of this.
 */
export const declaredServices: readonly ListedService[] = (
  await Promise.all(SERVICES.map(async (name) => entryOf(name, (await findIntegration(name))!)))
).sort(byName)
