import { expect, test } from 'vitest'
import { creationText, privacyOf } from '../../src/domain/management/new-channels/bot-message-rules'
import { SAMPLE_CHANNEL } from '../support/sample-channel'
import { botsEn } from '../../src/pages/words/bots-en'

test.for([
  [{}, 'public'],
  [{ is_web_public: true }, 'webPublic'],
  [{ invite_only: true }, 'shared'],
  [{ invite_only: true, history_public_to_subscribers: false }, 'protected'],
] as const)('privacyOf: a channel with %j is %s', ([fields, text]) => {
  expect(privacyOf({ ...SAMPLE_CHANNEL, ...fields })).toBe(text)
})

test.for([
  ['', 'Description: none.'],
  ['Clay', 'Description:\n\n```quote\nClay\n```'],
  ['```', 'Description:\n\n````quote\n```\n````'],
] as const)('creationText: the description %j', ([description, text]) => {
  expect(creationText(botsEn, 'Ada', { ...SAMPLE_CHANNEL, description })).toBe(
    `Ada created this channel (public). ${text}`,
  )
})
