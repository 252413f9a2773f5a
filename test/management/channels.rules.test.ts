import { describe, expect, test } from 'vitest'
import type { Channel } from '../../src/domain/channels/channels/channel'
import { changeTexts } from '../../src/domain/management/channels/bot-message-rules'
import { SAMPLE_CHANNEL } from '../support/sample-channel'
import { ADMINISTRATORS_GROUP } from '../support/system-groups'
import { botsEn } from '../../src/pages/words/bots-en'

const folderName = (folder_id: number) => new Map([[1, 'Outside'], [2, '**'] as const]).get(folder_id)

const protectedHistory = { invite_only: true, history_public_to_subscribers: false }

describe('changeTexts', () => {
  test.for<[before: Partial<Channel>, after: Partial<Channel>, texts: string[]]>([
    [{}, {}, []],
    [{ is_archived: true }, {}, ['brought this channel back from the archive.']],
    [{}, { is_archived: true }, []],
    [{}, protectedHistory, ['made this channel private, with protected history. It was public.']],
    [
      {},
      { message_retention_days: 1 },
      ["changed how long messages are kept here: for a day. It was: as the organization's other messages are."],
    ],
    [
      { message_retention_days: 30 },
      { message_retention_days: -1 },
      ['changed how long messages are kept here: for ever. It was: for 30 days.'],
    ],
    [{}, { folder_id: 1 }, ['moved this channel to the folder **Outside**.']],
    [{}, { folder_id: 2 }, ['moved this channel to a folder.']],
    [{ folder_id: 1 }, {}, ['took this channel out of its folder.']],
    [
      {},
      { description: 'Roots' },
      ['changed the description of this channel. It was: none.\n\nNow:\n\n```quote\nRoots\n```'],
    ],
    [{}, { name: 'lobby' }, ['renamed this channel from **general** to **lobby**.']],
    [{}, { name: 'lob*y' }, ['renamed this channel.']],
    [
      {},
      { permissions: { ...SAMPLE_CHANNEL.permissions, can_send_message_group: ADMINISTRATORS_GROUP } },
      ['changed who may post in this channel.'],
    ],
    [{}, { topics_policy: 'empty_topic_only', is_default: true }, []],
    [
      {},
      { name: 'lobby', folder_id: 1 },
      ['moved this channel to the folder **Outside**.', 'renamed this channel from **general** to **lobby**.'],
    ],
  ])('case %#', ([before, after, texts]) => {
    const change = { before: { ...SAMPLE_CHANNEL, ...before }, after: { ...SAMPLE_CHANNEL, ...after }, folderName }
    expect(changeTexts(botsEn, 'Ada', change)).toEqual(texts.map((text) => `Ada ${text}`))
  })
})
