import { ABOUT_PINGS, FORBIDDEN } from '../life/forbidden.ts'
import type { Action } from '../life/life.ts'
import type { Program } from './program.ts'

/**
 * What an organization does mostly. A life in which everything happens reaches a rare state of one part seldom: so a mix has few kinds of
 * actions, and faults that strike where they matter.
 */
export type Mix = {
  program?: Partial<Program>
  /** How often each action happens, compared with the others. What is not named does not happen. */
  actions: Readonly<Record<string, number>>
  /** Which random requests the action `do anything` sends. */
  requests?: RegExp
  /** How often a write fails, compared with a call, and how often whole objects and databases do, compared with an average day. */
  writes?: number
  weather?: number
  /** Which turns of the weather happen. */
  weatherOf?: RegExp
  /** Whether each day has trouble of a database for an hour or longer. */
  hasLongTrouble?: boolean
}

const CHAT = { 'send to a channel': 24, 'send directly': 8 }
/** Their end, until everything is compared, takes an hour of virtual time. */
const SHORT_DAY = { days: 1, hours: 0.4, perMember: 36, people: 7, checks: true, browsers: false }
const IN_GATEWAYS = { ...SHORT_DAY, queuesOfRealm: 2 }

export const MIXES: Readonly<Record<string, Mix>> = {
  audiences: {
    program: { ...IN_GATEWAYS, faultRate: 0.001, perMember: 60 },
    actions: {
      ...CHAT,
      react: 12,
      edit: 8,
      'mark as read': 10,
      star: 3,
      'change who is in a private channel': 8,
      subscribe: 3,
      unsubscribe: 3,
      'change a role': 5,
      'change who may read': 20,
      'do anything': 8,
    },
    requests:
      /^(POST \/user_groups|PATCH \/(streams|user_groups)|PATCH \/realm as|(POST|DELETE) \/users\/me\/subscriptions as|DELETE \/users\/|POST \/users\/:user_id\/reactivate|PATCH \/(settings|users)|POST \/messages\/flags)/,
  },
  gateways: {
    program: { ...IN_GATEWAYS, faultRate: 0.006 },
    actions: {
      ...CHAT,
      'mark as read': 8,
      react: 8,
      type: 4,
      'renew a key': 6,
      'leave a device': 6,
      'lose the network': 6,
      'be present': 2,
    },
    writes: 0.5,
    weather: 0.5,
  },
  pings: {
    program: { ...IN_GATEWAYS, faultRate: 0.003 },
    actions: {
      'send to a channel': 4,
      'ask who is there': 30,
      'hide or appear': 10,
      'renew a key': 6,
      'change a role': 3,
      'close the organization': 1,
      'do anything': 6,
      ...Object.fromEntries(ABOUT_PINGS.map((name) => [name, 1])),
    },
    requests: /^(DELETE \/users\/:user_id|POST \/users\/:user_id\/reactivate|PATCH \/realm as written)/,
    weather: 0.5,
  },
  rollbacks: {
    program: { ...SHORT_DAY, faultRate: 0.005 },
    actions: {
      ...CHAT,
      edit: 8,
      delete: 3,
      'write and delete': 8,
      'delete a topic': 1,
      'begin a channel and fail': 6,
      'read history': 3,
      'read back': 6,
      'change who is in a private channel': 4,
      'schedule a message': 4,
      'found an organization': 2,
      'do anything': 24,
    },
    requests: /^(POST|PATCH|DELETE) \/(streams|users|user_groups|realm|settings|scheduled|drafts|channel_folders)/,
    writes: 3,
    weather: 0.3,
  },
  texts: {
    program: { ...SHORT_DAY, faultRate: 0.005, bytesPerDatabase: 97_000, perMember: 50 },
    actions: {
      ...CHAT,
      edit: 14,
      delete: 8,
      'write and delete': 6,
      'delete a topic': 2,
      'move a topic': 2,
      'read history': 8,
      'read back': 24,
      search: 8,
      'schedule a message': 6,
    },
    writes: 0.2,
    weather: 0.7,
  },
  refusals: {
    program: { ...SHORT_DAY, faultRate: 0.003 },
    actions: { ...CHAT, edit: 20, delete: 10, 'write and delete': 10, 'read back': 16, 'schedule a message': 4 },
    weather: 3,
    weatherOf: /database|object/,
  },
  outages: {
    program: { ...SHORT_DAY, faultRate: 0.001, bytesPerDatabase: 97_000 },
    actions: { ...CHAT, edit: 24, delete: 10, 'write and delete': 6, 'read back': 10, 'read history': 3 },
    hasLongTrouble: true,
  },
  restores: {
    program: { ...SHORT_DAY, faultRate: 0.005, bytesPerDatabase: 97_000, hours: 1, queuesOfRealm: 2 },
    actions: {
      ...CHAT,
      edit: 14,
      delete: 6,
      'write and delete': 4,
      'delete a topic': 1,
      'read back': 6,
      'restore a moment': 5,
      'work hourly': 3,
      'renew a key': 2,
      'open a browser': 2,
      'connect an agent': 2,
      'delete an account': 3,
    },
    weather: 0.5,
  },
  queues: {
    // The realm serves all queues itself.
    program: { ...SHORT_DAY, faultRate: 0.005, eventsInLog: 150, queuesOfRealm: 1000 },
    actions: {
      ...CHAT,
      'mark as read': 8,
      react: 8,
      type: 4,
      'leave a device': 6,
      'lose the network': 14,
      'change a role': 2,
    },
    writes: 0.5,
    weather: 0.8,
  },
  neighbors: {
    program: { ...SHORT_DAY, faultRate: 0.003 },
    actions: {
      ...CHAT,
      edit: 6,
      search: 4,
      'read back': 8,
      'write next door': 16,
      'read next door': 16,
      'share a file': 4,
      'share a picture': 3,
      'open a file': 4,
      'upload in pieces': 6,
      'a host with more labels': 2,
    },
    weather: 0.5,
  },
  months: {
    program: {
      ...SHORT_DAY,
      days: 3,
      daysApart: 32,
      perMember: 6,
      people: 6,
      faultRate: 0.003,
      bytesPerDatabase: 97_000,
    },
    actions: { ...CHAT, edit: 4, react: 3, 'read back': 6, 'keep messages for weeks': 4, 'erase an organization': 6 },
    weather: 0.5,
  },
  rights: {
    program: { ...SHORT_DAY, faultRate: 0.002, perMember: 24 },
    actions: {
      'send to a channel': 6,
      ...Object.fromEntries(Object.keys(FORBIDDEN).map((name) => [name, 1])),
    },
    weather: 0.5,
  },
}

/** Which mixes look for the faults of an area. All others live as they come. */
export const MIXES_OF_AREA: Readonly<Record<string, readonly string[]>> = {
  gateways: ['audiences', 'gateways', 'pings', 'restores'],
  durability: ['rollbacks', 'texts', 'refusals', 'outages', 'months'],
  generations: ['texts', 'outages', 'restores', 'rollbacks', 'months'],
  'event-log': ['queues', 'rollbacks', 'gateways'],
  queues: ['queues', 'rights', 'gateways', 'months'],
  restores: ['restores', 'months', 'rights'],
  permissions: ['rights'],
  'realm-isolation': ['neighbors', 'months'],
}

/** Which of these mixes looks first for the faults of some files. */
const FIRST_FOR_FILES: Readonly<Record<string, RegExp>> = {
  pings: /presence|opened-gateways|realm-gateways/,
  restores: /events\/listeners|restores\/(storage|recover|restored-state|timeline|rules)/,
  gateways: /gateways\/(gateway|directory|admitted)|gateway-object|realm-object/,
  months: /realms\/eras|sweep/,
  rollbacks: /spare-rows|event-log|reread|listening-realm|do-due-work|due-work-runs/,
  rights: /domain\/(accounts|data\/account-erasure)|erasure-endpoints|users\/storage/,
}

/** Returns the mixes that look for the faults of a file, in turn. */
export function mixesOf(area: string, file: string): readonly string[] {
  const mixes = MIXES_OF_AREA[area] ?? []
  const isFirst = (mix: string) => FIRST_FOR_FILES[mix]?.test(file) === true
  return [...mixes.filter(isFirst), ...mixes.filter((mix) => !isFirst(mix))]
}

export const mixOf = ({ mix }: Program): Mix | undefined => (mix === undefined ? undefined : MIXES[mix])

/** Returns the actions of a mix, with its weights. */
export function actionsOf(
  mix: Mix | undefined,
  all: Readonly<Record<string, Action>>,
): Readonly<Record<string, Action>> {
  if (mix === undefined) return all
  return Object.fromEntries(
    Object.entries(mix.actions).map(([name, weight]) => {
      const action = all[name]
      if (action === undefined) throw new Error(`There is no action ${name}`)
      return [name, { ...action, weight }]
    }),
  )
}
