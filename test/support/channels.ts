import { succeeded, type FieldValue, type Json, type Person } from './person'
import { newChannel, type Cast, type Channel } from './realm'

/** Requests a change of a channel, and returns the answer. */
export const requestChannelChange = (
  person: Person,
  { stream_id }: Channel,
  fields: Record<string, FieldValue>,
): Promise<Json> => person.patch(`/streams/${stream_id}`, fields)

/** Changes a channel. The change must succeed. */
export const changeChannel = async (
  person: Person,
  channel: Channel,
  fields: Record<string, FieldValue>,
): Promise<Json> => succeeded(await requestChannelChange(person, channel, fields))

/** Returns a channel as this user gets it. */
export const channelFor = async (person: Person, { stream_id }: Channel): Promise<Json> =>
  succeeded(await person.get(`/streams/${stream_id}`)).stream

/** Returns the channel of this name as this user gets it, archived or not; undefined if the user cannot see it. */
export async function findChannelByName(person: Person, name: string): Promise<Json> {
  const { streams } = succeeded(await person.get('/streams', { include_all: true, exclude_archived: false }))
  return streams.find((channel: Json) => channel.name === name)
}

/** Creates a channel with ada and ezra, a guest, as subscribers. Dov was a subscriber and has left. */
export async function newClub({ ada, dov, ezra }: Cast, fields: Record<string, FieldValue> = {}): Promise<Channel> {
  const club = await newChannel(ada, 'club', [ada, dov, ezra], fields)
  await dov.delete('/users/me/subscriptions', { subscriptions: ['club'] })
  return club
}
