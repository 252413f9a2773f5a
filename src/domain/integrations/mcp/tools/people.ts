import * as v from 'valibot'
import { ApiError } from '../../../../api/errors'
import { optional, shortText } from '../../../../api/params'
import type { Edge } from '../../../../edge'
import { getProfileFields } from '../../../accounts/profile-fields/endpoints'
import { getOwnUser } from '../../../accounts/users/endpoints'
import { getUser, getUserByEmail, getUsers } from '../../../people/users/endpoints'
import { userFields } from '../../../people/users/profile'
import { noSuchUser } from '../../../people/users/rules'
import { getStatus, updateOwnStatus } from '../../../personal/user-status/endpoints'
import { shortened, shownText } from '../answer-rules'
import { noPersonNamed, severalPeople, tooManyAddresses } from '../rules'
import { tool } from '../tool'
import { includesText, pageOf } from './channels'
import { withNotice } from './message-text'
import { between, cursor, describedAs } from './params'

const { user_id, full_name, email, role, is_bot, is_active, timezone, profile_data } = userFields
const personShape = v.object({ user_id, full_name, email, role, is_bot, is_active, timezone, profile_data })
type FoundPerson = v.InferOutput<typeof personShape>

const ROLE_NAMES = { 100: 'owner', 200: 'administrator', 300: 'moderator', 400: 'member', 600: 'guest' }

const shownPerson = (person: FoundPerson) => ({
  id: person.user_id,
  name: shortened(person.full_name),
  email: shortened(person.email, EMAIL_CHARACTERS),
  role: ROLE_NAMES[person.role],
  ...(person.is_bot ? { is_bot: true } : {}),
  ...(person.is_active === false ? { is_deactivated: true } : {}),
  ...localTime(person.timezone),
})

const EMAIL_CHARACTERS = 254

function localTime(timeZone: string): { local_time?: string } {
  if (timeZone === '') return {}
  try {
    return { local_time: new Date().toLocaleString('sv-SE', { timeZone, timeZoneName: 'shortOffset' }) }
  } catch {
    return {}
  }
}

export const whoami = tool({
  name: 'whoami',
  title: 'Who am I',
  description: 'The user for whom these tools act, the organization, and what the tools may do.',
  scope: 'messages:read',
  effect: 'reads',
  params: {},
  run: async (edge, _, { scopes }) => {
    const own = v.parse(personShape, await edge.call(getOwnUser, {}))
    return withNotice({ user: shownPerson(own), organization: edge.realm_url, scopes })
  },
})

async function everyone(edge: Edge): Promise<FoundPerson[]> {
  const answer = await edge.call(getUsers, { client_gravatar: false })
  return v.parse(v.object({ members: v.array(personShape) }), answer).members
}

export const findPeople = tool({
  name: 'find_people',
  title: 'Find people',
  description: 'Active people and bots whose name or email address contains the query.',
  scope: 'messages:read',
  effect: 'reads',
  params: { query: shortText(), limit: between(1, 25, 10), cursor: cursor() },
  run: async (edge, { query, limit, cursor }) => {
    const found = (await everyone(edge)).filter(
      (person) => person.is_active !== false && includesText(query, person.full_name, person.email),
    )
    const { items, ...next } = pageOf(found.map(shownPerson), limit, cursor)
    return withNotice({ people: items, ...next })
  },
})

export const getPerson = tool({
  name: 'get_person',
  title: 'Get a person',
  description: 'The profile and the status of one person, as far as the user can see them.',
  scope: 'messages:read',
  effect: 'reads',
  params: { user: describedAs(shortText(), 'Id, email address or exact name') },
  run: async (edge, params) => {
    const person = await onePerson(edge, params.user)
    const [fields, status] = await Promise.all([
      edge.call(getProfileFields, {}),
      person.is_active === false || person.is_bot ? {} : edge.call(getStatus, { user_id: person.user_id }),
    ])
    const { custom_fields } = v.parse(v.object({ custom_fields: v.array(fieldShape) }), fields)
    const profile = custom_fields.flatMap(({ id, name }) => {
      const value = person.profile_data?.[String(id)]?.value
      return value === undefined ? [] : [{ field: shortened(name), ...shownText(value, PROFILE_CHARACTERS) }]
    })
    const { status_text = '' } = v.parse(statusShape, status).status ?? {}
    return withNotice({
      ...shownPerson(person),
      status: shortened(status_text),
      profile: profile.slice(0, MAX_PROFILE),
    })
  },
})

export const setStatus = tool({
  name: 'set_status',
  title: 'Set the status',
  description: 'Sets the status of the user. Empty values remove it.',
  scope: 'status:write',
  effect: 'repeats',
  params: {
    text: describedAs(shortText(), 'At most 60 characters'),
    emoji: optional(describedAs(shortText(), 'Name, such as palm_tree'), ''),
  },
  run: async (edge, { text, emoji }) => {
    const status = { status_text: text, emoji_name: emoji.replaceAll(':', '').trim() }
    await edge.call(updateOwnStatus, status)
    return { text: status.status_text, emoji: status.emoji_name }
  },
})

const MAX_PROFILE = 20
const PROFILE_CHARACTERS = 300
const fieldShape = v.object({ id: v.number(), name: v.string() })
const statusShape = v.object({ status: v.optional(v.object({ status_text: v.optional(v.string()) })) })

async function onePerson(edge: Edge, requested: string): Promise<FoundPerson> {
  const [user_id] = await idsOfPeople(edge, [requested])
  const options = { client_gravatar: false, include_custom_profile_fields: true }
  return personIn(await edge.call(getUser, { user_id: user_id!, ...options }))
}

const personIn = (answer: unknown) => v.parse(v.object({ user: personShape }), answer).user

/** Each address is a request. */
const MAX_ADDRESSES = 10

/** Returns the ids of people whom the client named by id, email address or exact name. */
export async function idsOfPeople(edge: Edge, requested: readonly (string | number)[]): Promise<number[]> {
  const people = requested.map((person) => String(person).trim())
  if (people.filter(isAddress).length > MAX_ADDRESSES) throw tooManyAddresses({ most: MAX_ADDRESSES })
  const all = people.every((person) => isId(person) || isAddress(person)) ? [] : await everyone(edge)
  return Promise.all(
    people.map(async (person) => {
      if (isId(person)) return Number(person)
      return isAddress(person) ? idAt(edge, person) : idOf(person, all)
    }),
  )
}

const isId = (person: string) => /^\d{1,15}$/.test(person)
const isAddress = (person: string) => person.includes('@')

async function idAt(edge: Edge, email: string): Promise<number> {
  try {
    return personIn(await edge.call(getUserByEmail, { email, client_gravatar: false })).user_id
  } catch (error) {
    throw error instanceof ApiError && error.refusal.code === noSuchUser.code ? noPersonNamed({ name: email }) : error
  }
}

/** Returns the id of the person with a name. A deactivated account counts only if no other one has the name. */
function idOf(name: string, all: readonly FoundPerson[]): number {
  const named = all.filter((person) => person.full_name.toLowerCase() === name.toLowerCase())
  const active = named.filter((person) => person.is_active !== false)
  const [only, ...others] = active.length > 0 ? active : named
  if (only === undefined) throw noPersonNamed({ name: shortened(name) })
  const ids = [only, ...others].slice(0, 10).map((person) => person.user_id)
  if (others.length > 0) throw severalPeople({ name: shortened(name), ids })
  return only.user_id
}
