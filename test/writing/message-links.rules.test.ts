import { describe, expect, test } from 'vitest'
import { messageLinks, type SentTo } from '../../src/domain/writing/sending/message-links'

const URL = 'https://chat.example.com'
const channel = { stream_id: 7, name: 'design team' }

describe('the address of a sent message, and the link to it', () => {
  test.for<[string, SentTo, string, string | undefined]>([
    [
      'in a channel',
      { channel, topic: 'a.b & c', isNameVisible: true },
      '/#narrow/channel/7-design-team/topic/a.2Eb.20.26.20c/near/5',
      '[#design team > a.b &#38; c @ 💬]',
    ],
    [
      'in the topic without a name',
      { channel, topic: '', isNameVisible: true },
      '/#narrow/channel/7-design-team/topic//near/5',
      '[#design team > general chat @ 💬]',
    ],
    [
      'in a topic with characters of Markdown',
      { channel, topic: '[x](y) *z*', isNameVisible: true },
      '/#narrow/channel/7-design-team/topic/.5Bx.5D.28y.29.20.2Az.2A/near/5',
      '[#design team > &#91;x&#93;(y) &#42;z&#42; @ 💬]',
    ],
    [
      'in a channel whose name the sender cannot see',
      { channel, topic: 'lunch', isNameVisible: false },
      '/#narrow/channel/7/topic/lunch/near/5',
      undefined,
    ],
    ['to one user', { user_ids: [12, 9] }, '/#narrow/dm/9,12-dm/near/5', undefined],
    ['to several users', { user_ids: [12, 9, 10] }, '/#narrow/dm/9,10,12-group/near/5', undefined],
    ['that was sent before', undefined, '/#narrow/near/5', undefined],
  ])('%s', ([, sentTo, path, text]) => {
    const message_url = `${URL}${path}`
    const message_link = text === undefined ? message_url : `${text}(${message_url})`
    expect(messageLinks(URL, 5, sentTo)).toEqual({ message_url, message_link })
  })
})
