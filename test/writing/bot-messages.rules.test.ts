import { describe, expect, test } from 'vitest'
import { asCodeBlock, linkToMessage, withQuote } from '../../src/domain/writing/bot-messages/quote-rules'
import { quoteBlock, silentGroupMention, subscribedText } from '../../src/domain/writing/bot-messages/rules'
import { botsEn } from '../../src/pages/words/bots-en'

describe('subscribedText and silentGroupMention', () => {
  test('one channel is in the sentence, several are in a list', () => {
    const [lunch, markdownName] = [
      { stream_id: 1, name: 'lunch' },
      { stream_id: 2, name: '**@all**' },
    ]
    expect(subscribedText(botsEn, 'A user', [lunch])).toBe('A user subscribed you to #**lunch**.')
    expect(subscribedText(botsEn, 'A user', [lunch, markdownName])).toBe(
      'A user subscribed you to these channels:\n\n* #**lunch**\n* [channel 2](#narrow/stream/2)',
    )
  })

  test.for([
    ['crew', 'A user added you to the group @_*crew*.'],
    ['*crew', 'A user added you to a user group.'],
  ] as const)('the group %s is in the text only if its name is not Markdown', ([name, text]) => {
    expect(botsEn.addedToGroup('A user', silentGroupMention({ name }))).toBe(text)
  })
})

describe('linkToMessage, quoteBlock and withQuote', () => {
  test.for([
    [{ id: 5 }, '[a message](#narrow/near/5)'],
    [{ id: 5, location: { channel: 'general', topic: 'lunch' } }, '#**general>lunch@5**'],
    [{ id: 5, location: { channel: 'general', topic: '' } }, '[a message](#narrow/near/5)'],
    [{ id: 5, location: { channel: 'general', topic: '**x' } }, '[a message](#narrow/near/5)'],
  ] as const)('the link to %j', ([message, link]) => {
    expect(linkToMessage(botsEn, message)).toBe(link)
  })

  test('a quote has a fence that its text cannot close', () => {
    expect(quoteBlock('a')).toBe('```quote\na\n```')
    expect(quoteBlock('````')).toBe('`````quote\n````\n`````')
    expect(asCodeBlock('```')).toBe('````text\n```\n````')
  })

  test('a quote of a long message is truncated to the length of a message', () => {
    const text = withQuote('Text', '🍕'.repeat(10_000))
    expect([...text]).toHaveLength(10_000)
    expect(text).toMatch(/🍕\n\[message truncated\]\n```$/)
    expect(withQuote('Text', 'Pizza')).toBe('Text\n\n```quote\nPizza\n```')
  })
})
