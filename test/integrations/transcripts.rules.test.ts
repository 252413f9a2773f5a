import { describe, expect, test } from 'vitest'
import {
  addressOfTranscriptions,
  platformSound,
  readTranscript,
  readTranscriptBody,
  transcriptionRequest,
} from '../../src/domain/integrations/language-model/transcript-rules'

const SOUND = { bytes: Uint8Array.from([0x53, 0x6f, 0x75, 0x70]), name: 'voice "1".m4a', content_type: 'audio/mp4' }

describe('a question about a file with sound', () => {
  test.each([
    ['https://models.example.com/v1/chat/completions', 'https://models.example.com/v1/audio/transcriptions'],
    ['https://models.example.com/chat/completions?v=1', 'https://models.example.com/audio/transcriptions?v=1'],
    ['https://models.example.com/v1/completions', undefined],
    ['https://models.example.com/', undefined],
  ])('goes beside the API of chat completions: %s', (url, expected) => {
    expect(addressOfTranscriptions(url)).toBe(expected)
  })

  test('is a form with the name of the model and the file', async () => {
    const { content_type, body } = await transcriptionRequest('whisper-1', SOUND)
    const form = await new Response(body, { headers: { 'content-type': content_type } }).formData()
    expect([...form.keys()]).toEqual(['model', 'response_format', 'file'])
    expect([form.get('model'), form.get('response_format')]).toEqual(['whisper-1', 'json'])
    const file = form.get('file')
    if (!(file instanceof File)) throw new Error('no file')
    expect([file.name, file.type, await file.text()]).toEqual(['voice "1".m4a', 'audio/mp4', 'Soup'])
  })

  test('has the bytes as base64 for the platform', () => {
    expect(platformSound(SOUND)).toEqual({ audio: 'U291cA==' })
  })
})

test('the answer is its text, or none', () => {
  expect(readTranscriptBody('{"text":" Soup at noon. ","language":"en"}')).toBe('Soup at noon.')
  expect(readTranscriptBody('{"text":""}')).toBe('')
  for (const body of ['', '{"text":', '{"text":7}', '[]', 'null']) expect(readTranscriptBody(body)).toBeUndefined()
  expect(readTranscript({ text: 'Soup' })).toBe('Soup')
  expect(readTranscript(undefined)).toBeUndefined()
})
