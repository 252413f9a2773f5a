import { outcomeOf, type Client, type FieldValue } from './client.ts'
import { sendFile } from './files.ts'
import type { Action, Life } from './life.ts'
import type { Organization } from './organization.ts'
import type { Pick } from '../shared-parts.ts'

// What members do with the services that the owner chose: a language model, and a search for GIFs. `outside-servers.ts` plays them.

/** Node builds a form with a sound in another thread, at a time that no seed decides. So only the model of the platform receives sounds. */
const CHOICES = [
  { parley_language_model: 'platform', parley_language_model_name: 'small', parley_speech_model_name: 'ears' },
  {
    parley_language_model: 'address',
    parley_language_model_url: 'https://model.example.net/v1/chat/completions',
    parley_language_model_name: 'small',
    parley_speech_model_name: '',
  },
]

/** The owner chooses services, until the server has confirmed it once. Later they change their mind now and then. */
async function withServices({ organization }: Life, pick: Pick): Promise<void> {
  const owner = organization.members[0]?.client
  if (owner === undefined || (organization.hasServices && pick([0, 1, 2, 3]) > 0)) return
  const chosen = await owner.ask('PATCH', '/realm', { ...pick(CHOICES), parley_gif_service: 'klipy' })
  const key = { key: 'key-of-the-organization' }
  const keys = [
    await owner.ask('POST', '/parley/gifs/key', key),
    await owner.ask('POST', '/parley/language_model/key', key),
  ]
  organization.hasServices ||= [chosen, keys[0]].every((answer) => answer?.result === 'success')
}

const LANGUAGES = ['de', 'fr', 'ja']

/** What a member may ask the model. */
const questionsFor = (pick: Pick, { newest }: Life): readonly [path: string, fields: Record<string, FieldValue>][] => [
  ['/parley/summaries', { language: pick(LANGUAGES) }],
  ['/parley/summaries', { language: 'en', stream_id: pick([1, 4]), topic: pick(['lunch', 'plans']) }],
  [`/parley/messages/${newest - pick([0, 1, 2])}/translation`, { language: pick(LANGUAGES) }],
]

const transcribe = async (client: Client, { organization }: Life, pick: Pick): Promise<string> => {
  const { message_id, path_id } =
    organization.sounds.length > 0 ? pick(organization.sounds) : await speak(client, organization)
  if (message_id === undefined) return 'nothing to transcribe'
  return outcomeOf(await client.ask('POST', `/parley/messages/${message_id}/transcript`, { path_id }))
}

/** Sends a voice message. */
async function speak(client: Client, { sounds }: Organization) {
  const bytes = Buffer.from('OggS and some sound')
  const file = await sendFile(client, '/user_uploads', { name: 'voice.ogg', bytes })
  const content = `[voice.ogg](${file?.url})`
  const sent = await client.ask('POST', '/messages', { type: 'channel', to: 'general', topic: 'lunch', content })
  if (file?.result !== 'success' || sent?.result !== 'success') return { message_id: undefined, path_id: '' }
  const sound = { message_id: Number(sent.id), path_id: String(file.url).replace('/user_uploads/', '') }
  sounds.push(sound)
  return sound
}

export const SERVICES: Readonly<Record<string, Action>> = {
  'ask the model': {
    weight: 5,
    run: async (life, { client }, pick) => {
      await withServices(life, pick)
      if (pick([0, 1, 2, 3]) === 0) return transcribe(client, life, pick)
      const [path, fields] = pick(questionsFor(pick, life))
      return outcomeOf(await client.ask('POST', path, fields))
    },
  },
  'try the model': {
    weight: 0.3,
    run: async ({ organization }) =>
      outcomeOf(await organization.members[0]?.client.ask('POST', '/parley/language_model/trial')),
  },
  'find a GIF': {
    weight: 1,
    run: async (life, { client }, pick) => {
      await withServices(life, pick)
      return outcomeOf(await client.ask('GET', '/parley/gifs', { query: pick(['', 'cat', 'party']), kind: 'gif' }))
    },
  },
}
