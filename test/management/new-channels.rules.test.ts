import { expect, test } from 'vitest'
import { creationText, privacyText } from '../../src/domain/management/new-channels/bot-message-rules'
import { SAMPLE_CHANNEL } from '../support/sample-channel'

test.for([
  [{}, 'public'],
  [{ is_web_public: true }, 'web-public'],
  [{ invite_only: true }, 'private, with shared history'],
  [{ invite_only: true, history_public_to_subscribers: false }, 'private, with protected history'],
] as const)('privacyText: a channel with %j is %s', ([fields, text]) => {
  expect(privacyText({ ...SAMPLE_CHANNEL, ...fields })).toBe(text)
})

test.for([
  ['', 'Description: none.'],
  ['Clay', 'Description:\n\n```quote\nClay\n```'],
  ['```', 'Description:\n\n````quote\n```\n````'],
] as const)('creationText: the description %j', ([description, text]) => {
  expect(creationText('Ada', { ...SAMPLE_CHANNEL, description })).toBe(`Ada created this channel (public). ${text}`)
})
