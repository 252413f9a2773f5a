import { Person, succeeded, type FieldValue, type Json } from './person'

export const HAL = { full_name: 'Hal', short_name: 'hal' }
export const OUTGOING_WEBHOOK = { bot_type: 3, payload_url: 'https://example.com/hook' }

/** Creates a bot through the API, as its owner. */
export async function newBotOf(
  owner: Person,
  fields: Record<string, FieldValue> & { full_name?: string; short_name?: string } = {},
): Promise<Person> {
  const { full_name, short_name, ...others } = { ...HAL, ...fields }
  const { user_id, api_key } = succeeded(await owner.post('/bots', { full_name, short_name, ...others }))
  const email = `${short_name}-bot@${new URL(owner.realm_url).hostname}`
  return new Person(owner.realm_url, { user_id, api_key, email, full_name, password: '' })
}

/** Returns the bots that a user manages, as the state has them. */
export const managedBotsOf = async (person: Person): Promise<Json[]> => (await person.registers()).state.realm_bots
