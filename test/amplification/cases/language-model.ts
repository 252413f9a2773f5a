import { bytesOf, fileOf, uploadFile } from '../../support/files'
import { succeeded } from '../../support/person'
import type { FieldValue } from '../../support/person'
import type { Case, Cases } from '../case'
import type { World } from '../world'

const choose = async ({ cast }: World) => {
  const settings = { parley_language_model: 'address', parley_language_model_name: 'x'.repeat(100) }
  const parley_language_model_url = `https://127.0.0.1/${'x'.repeat(180)}`
  succeeded(await cast.ada.patch('/realm', { ...settings, parley_language_model_url }))
}

/** No request leaves this machine, so the model is at an address that the server does not call. All before that is done. */
const asking =
  (fields: (world: World) => Promise<Record<string, FieldValue>>): Case =>
  async (world) => {
    await choose(world)
    return { fields: await fields(world), expected: 400 }
  }

export const languageModelCases: Cases = {
  'POST /parley/language_model/key': async (world) => {
    await choose(world)
    return { fields: { key: 'x'.repeat(500) } }
  },
  'DELETE /parley/language_model/key': async (world) => {
    await choose(world)
    succeeded(await world.cast.ada.post('/parley/language_model/key', { key: 'x' }))
    return { fields: {} }
  },
  'POST /parley/language_model/trial': asking(() => Promise.resolve({})),
  'POST /parley/summaries': asking(async ({ cast }) => {
    for (let index = 0; index < 200; index++) await cast.ada.sends(cast.general, 'long', 'x'.repeat(10_000))
    return {
      stream_id: cast.general.stream_id,
      topic: 'long',
      user_ids: undefined,
      only_unread: undefined,
      language: 'zh-hans',
    }
  }),
  'POST /parley/messages/:message_id/transcript': asking(async ({ cast }) => {
    const settings = {
      parley_language_model_url: 'https://127.0.0.1/chat/completions',
      parley_speech_model_name: 'x'.repeat(100),
    }
    succeeded(await cast.ada.patch('/realm', settings))
    // Files share the quota of the realm. The Worker reads this one, and the realm does not.
    const { url } = await uploadFile(cast.ada, fileOf(bytesOf(1024 * 1024), 'voice.m4a', 'audio/mp4'))
    const { id } = await cast.ada.sends(cast.general, 'long', `[x](${url})`)
    return { message_id: id, path_id: url.replace('/user_uploads/', '') }
  }),
  'POST /parley/messages/:message_id/translation': asking(async ({ cast }) => {
    const { id } = await cast.ada.sends(cast.general, 'long', 'x'.repeat(10_000))
    return { message_id: id, language: 'zh-hans' }
  }),
}
