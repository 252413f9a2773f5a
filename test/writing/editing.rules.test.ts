import { describe, expect, test } from 'vitest'
import {
  isResolvedGeneralChat,
  movableSince,
  refusalOfRequest,
  refusalToMove,
  type EditRequest,
  type Move,
} from '../../src/domain/writing/editing/move-rules'
import { contentAfterEdit, refusalOfNewContent, refusalToEditContent } from '../../src/domain/writing/editing/rules'

describe('refusalToEditContent, contentAfterEdit and refusalOfNewContent', () => {
  const message = { sender_id: 1, sent_at: 1000 }

  test.for<[user_id: number, now: number, allowed: boolean, limit: number | null, msg: string | undefined]>([
    [1, 1600, true, 600, undefined],
    [1, 1601, true, 600, 'The time limit for editing this message has passed'],
    [1, 9999, true, null, undefined],
    [2, 1000, true, null, "You don't have permission to edit this message"],
    [1, 1000, false, null, 'Your organization has turned off message editing'],
  ])('user %i at %i, editing allowed: %s, limit %s', ([user_id, now, allow_message_editing, limit, msg]) => {
    const policy = { allow_message_editing, message_content_edit_limit_seconds: limit }
    expect(refusalToEditContent(message, { user_id, now }, policy)?.refusal.msg).toBe(msg)
  })

  test('an edit that removes the content leaves a placeholder', () => {
    expect(contentAfterEdit(' \n')).toBe('(deleted)')
    expect(contentAfterEdit('Tea ')).toBe('Tea')
  })

  test('the hash must be of the current content, and the message must not be a widget', () => {
    const before = { sha256: 'ab', is_widget: false }
    expect(refusalOfNewContent(before, undefined)).toBeUndefined()
    expect(refusalOfNewContent(before, 'AB')).toBeUndefined()
    expect(refusalOfNewContent(before, 'cd')?.refusal.code).toBe('EXPECTATION_MISMATCH')
    expect(refusalOfNewContent({ ...before, is_widget: true }, 'ab')?.refusal.msg).toBe('Widgets cannot be edited.')
  })
})

describe('refusalOfRequest', () => {
  test.for<[Partial<EditRequest>, channel: number | null, msg: string | undefined]>([
    [{}, 2, 'Nothing to change'],
    [{ content: true }, null, undefined],
    [{ content: true, topic: 'x' }, 2, undefined],
    [{ content: true, stream_id: 2, propagate_mode: 'change_all' }, 2, undefined],
    [{ content: true, stream_id: 1 }, 2, 'Cannot change message content while changing channel'],
    [{ topic: 'x' }, null, 'Direct messages cannot have topics.'],
    [{ stream_id: 1 }, null, 'Direct messages cannot be moved to channels.'],
    [{ content: true, propagate_mode: 'change_all' }, 2, 'Invalid propagate_mode without topic edit'],
  ])('%j, in channel %s', ([request, channel, msg]) => {
    const complete = { content: false, propagate_mode: 'change_one' as const, ...request }
    expect(refusalOfRequest(complete, channel)?.refusal.msg).toBe(msg)
  })
})

describe('refusalToMove, movableSince and isResolvedGeneralChat', () => {
  const may = { resolve: false, changeTopic: false, leaveChannel: false }
  const topicMove: Move = {
    isToAnotherChannel: false,
    isToAnotherTopic: true,
    isToggled: false,
    isPureToggle: false,
    isFromArchive: false,
    may: { ...may, changeTopic: true },
  }
  const toggle = { ...topicMove, isToggled: true, isPureToggle: true, may: { ...may, resolve: true } }
  const channelMove = { ...topicMove, isToAnotherChannel: true, may: { ...may, changeTopic: true, leaveChannel: true } }

  test.for<[string, Move, string | undefined]>([
    ['to another topic', topicMove, undefined],
    ['to another topic, without permission', { ...topicMove, may }, "You don't have permission to edit this message"],
    ['that resolves a topic needs no permission to rename it', toggle, undefined],
    ['that resolves a topic', { ...toggle, may }, "You don't have permission to resolve topics in this channel."],
    ['to another channel', channelMove, undefined],
    [
      'to another channel, without permission',
      { ...channelMove, may: { ...may, changeTopic: true } },
      "You don't have permission to move this message",
    ],
    [
      'out of an archived channel',
      { ...topicMove, isFromArchive: true },
      "You don't have permission to edit this message",
    ],
  ])('a move %s', ([_, move, msg]) => {
    expect(refusalToMove(move)?.refusal.msg).toBe(msg)
  })

  test('moves are limited by the age of the messages, except for resolving a topic', () => {
    const limits = { withinChannel: 600, betweenChannels: 60 }
    expect(movableSince(topicMove, limits, 10_000)).toBe(10_000 - 600 - 20)
    expect(movableSince(channelMove, limits, 10_000)).toBe(10_000 - 60 - 20)
    expect(movableSince(toggle, limits, 10_000)).toBe(-Infinity)
    expect(movableSince(topicMove, { withinChannel: null, betweenChannels: 60 }, 10_000)).toBe(-Infinity)
  })

  test.for([
    ['✔', true],
    ['✔ general chat', true],
    ['✔ (no topic)', true],
    ['✔ lunch', false],
    ['general chat', false],
  ] as const)('the name %s resolves the general chat: %s', ([topic, isGeneralChat]) => {
    expect(isResolvedGeneralChat(topic)).toBe(isGeneralChat)
  })
})
