import { describe, expect, test } from 'vitest'
import { INVALID_MESSAGES, NO_PERMISSION, refusal, SUCCESS } from '../support/answers'
import { advanceClock, stopClock } from '../support/clock'
import { fileOf, uploadFile } from '../support/files'
import { comeAsGuest, newGuestLink } from '../support/guest-links'
import { chooses, Model } from '../support/language-model'
import { succeeded, type Person } from '../support/person'
import { freshRealm, type Channel } from '../support/realm'
import { ADMINISTRATORS_GROUP } from '../support/system-groups'
import { selectRows } from '../support/tables'

const failure = (why: string) => refusal(`The language model did not answer as expected: ${why}`)
const NO_SOUND = refusal('The message has no such file with sound')

async function withSpeech() {
  const cast = await freshRealm()
  await stopClock(cast.realm, 1_800_000_000)
  const model = new Model('https://models.example.com', '/v1/audio/transcriptions')
  const url = model.url.replace('/audio/transcriptions', '/chat/completions')
  await chooses(cast.ada, { url, parley_speech_model_name: 'whisper-1' })
  return { ...cast, model }
}

/** Sends a voice message with these words. Returns the parameters that ask for its text. */
async function says(person: Person, channel: Channel, words: string, type = 'audio/mp4') {
  const { url } = await uploadFile(person, fileOf(words, 'voice-message.m4a', type))
  const { id } = await person.sends(channel, 'lunch', `[Voice message (0:02)](${url}#voice-2-${'A'.repeat(64)})`)
  return { message_id: id, path_id: url.replace('/user_uploads/', '') }
}

const asks = (person: Person, { message_id, path_id }: { message_id: number; path_id: string }) =>
  person.post(`/parley/messages/${message_id}/transcript`, { path_id })

describe('POST /parley/messages/:message_id/transcript', () => {
  test('returns the words of a voice message, and asks the model once for all readers', async () => {
    const { ada, cleo, dov, general, model } = await withSpeech()
    const voice = await says(dov, general, 'Soup at noon.')
    expect(await asks(cleo, voice)).toEqual({ ...SUCCESS, content: 'Soup at noon.', is_stored: false })
    for (const reader of [cleo, dov, ada])
      expect(await asks(reader, voice)).toEqual({ ...SUCCESS, content: 'Soup at noon.', is_stored: true })
    expect(await model.requests()).toEqual([
      {
        authorization: null,
        body: {
          model: 'whisper-1',
          response_format: 'json',
          file: { name: 'voice-message.m4a', type: 'audio/mp4', size: 13 },
          speech: 'Soup at noon.',
        },
      },
    ])
    const { days } = succeeded(await ada.get('/parley/language_model'))
    expect(days).toMatchObject([{ requests: 1, failures: 0 }])
  })

  test('is only for those who can read the message', async () => {
    const { ada, dov, vault, model } = await withSpeech()
    const voice = await says(ada, vault, 'We buy the moon')
    expect(await asks(dov, voice)).toEqual(INVALID_MESSAGES)
    succeeded(await asks(ada, voice))
    expect(await asks(dov, voice)).toEqual(INVALID_MESSAGES)
    expect(await model.requests()).toHaveLength(1)
  })

  test('reads only files that the message has: who writes an address of a file does not have it', async () => {
    const { ada, dov, general, vault, model } = await withSpeech()
    const secret = await says(ada, vault, 'We buy the moon')
    const own = await dov.sends(general, 'lunch', `[stolen](/user_uploads/${secret.path_id})`)
    expect(await asks(dov, { ...secret, message_id: own.id })).toEqual(NO_SOUND)
    const voice = await says(dov, general, 'Soup')
    expect(await asks(dov, { ...voice, path_id: secret.path_id })).toEqual(NO_SOUND)
    const notes = await says(dov, general, 'Notes', 'text/plain')
    expect(await asks(dov, notes)).toEqual(NO_SOUND)
    expect(await model.requests()).toEqual([])
    succeeded(await asks(dov, voice))
  })

  test('the text goes when its message is edited or deleted, and after a week', async () => {
    const { ada, dov, general, model, realm } = await withSpeech()
    const rows = () => selectRows(realm, 'SELECT content FROM model_answers')
    const [first, second] = [await says(dov, general, 'Soup'), await says(dov, general, 'Salad')]
    succeeded(await asks(dov, first))
    succeeded(await dov.patch(`/messages/${first.message_id}`, { content: 'Never mind' }))
    expect(await rows()).toEqual([])
    expect(await asks(dov, first)).toEqual(NO_SOUND)
    succeeded(await asks(dov, second))
    await advanceClock(realm, 7 * 86_400 + 1)
    expect(await asks(dov, second)).toMatchObject({ is_stored: false })
    succeeded(await ada.delete(`/messages/${second.message_id}`))
    expect(await rows()).toEqual([])
    expect(await model.requests()).toHaveLength(3)
  })

  test('silence has no text, and a long answer is cut', async () => {
    const { dov, general, model } = await withSpeech()
    const voice = await says(dov, general, 'Soup')
    await model.behaves('says much')
    expect(succeeded(await asks(dov, voice)).content).toHaveLength(40_000)
    const silence = await says(dov, general, 'Nothing')
    await model.behaves('says nothing')
    expect(await asks(dov, silence)).toEqual({ ...SUCCESS, content: '', is_stored: false })
    expect(await asks(dov, silence)).toEqual({ ...SUCCESS, content: '', is_stored: true })
  })

  test.each([
    ['fails', 'it answered with status 500.'],
    ['is broken', 'its answer has no text.'],
    ['says other', 'its answer has no text.'],
    ['says too much', 'its answer is too large.'],
    ['hangs up', 'it cannot be reached.'],
  ] as const)('says why there is no text if the model %s, and asks again later', async (behavior, why) => {
    const { ada, dov, general, model } = await withSpeech()
    const voice = await says(dov, general, 'Soup')
    await model.behaves(behavior)
    expect(await asks(dov, voice)).toEqual(failure(why))
    const { days } = succeeded(await ada.get('/parley/language_model'))
    expect(days).toMatchObject([{ requests: 1, failures: 1 }])
    await model.behaves('answers')
    expect(await asks(dov, voice)).toMatchObject({ content: 'Soup', is_stored: false })
  })

  test('refuses files that are too large, before a question is counted', async () => {
    const { ada, dov, general, model } = await withSpeech()
    const voice = await says(dov, general, 'much '.repeat(2_600_000))
    expect(await asks(dov, voice)).toEqual(refusal('The file is too large for the language model'))
    expect(await model.requests()).toEqual([])
    expect(succeeded(await ada.get('/parley/language_model')).days).toEqual([])
  })

  test('needs a model for speech, the permission, and no guest link', async () => {
    const { ada, dov, general, realm, model } = await withSpeech()
    const voice = await says(dov, general, 'Soup')
    const guest = await comeAsGuest(realm, await newGuestLink(ada, general))
    expect(await asks(guest, voice)).toEqual(NO_PERMISSION)
    succeeded(await ada.patch('/realm', { can_summarize_topics_group: { new: ADMINISTRATORS_GROUP } }))
    expect(await asks(dov, voice)).toEqual(NO_PERMISSION)
    succeeded(await asks(ada, voice))
    expect(await asks(dov, voice)).toEqual(NO_PERMISSION)
    const none = refusal('This organization has no model that writes down speech')
    for (const settings of [
      { parley_speech_model_name: '' },
      { parley_speech_model_name: 'whisper-1', parley_language_model_url: 'https://models.example.com/other' },
      { parley_language_model_url: '' },
    ]) {
      succeeded(await ada.patch('/realm', settings))
      expect(await asks(ada, voice)).toEqual(none)
    }
    succeeded(await ada.patch('/realm', { parley_language_model: 'none' }))
    expect(await asks(ada, voice)).toEqual(refusal('This organization has no language model'))
    expect(await model.requests()).toHaveLength(1)
  })
})
