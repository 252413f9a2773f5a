import { describe, expect, test } from 'vitest'
import { asCodeBlock, linkToMessage, withQuote } from '../../src/domain/writing/bot-messages/quote-rules'
import { membershipText, quoteBlock, subscribedText } from '../../src/domain/writing/bot-messages/rules'

describe('a bot message', () => {
  test('names one channel in a sentence, and several in a list', () => {
    const [lunch, odd] = [
      { stream_id: 1, name: 'lunch' },
      { stream_id: 2, name: '**@all**' },
    ]
    expect(subscribedText('A user', [lunch])).toBe('A user subscribed you to #**lunch**.')
    expect(subscribedText('A user', [lunch, odd])).toBe(
      'A user subscribed you to these channels:\n\n* #**lunch**\n* [channel 2](#narrow/stream/2)',
    )
  })

  test.for([
    ['crew', 'A user added you to the group @_*crew*.'],
    ['*crew', 'A user added you to a user group.'],
  ] as const)('names the group %s only if the name is not Markdown', ([name, text]) => {
    expect(membershipText('A user', 'added you to', { name })).toBe(text)
  })

  test.for([
    [{ id: 5 }, '[a message](#narrow/near/5)'],
    [{ id: 5, location: { channel: 'general', topic: 'lunch' } }, '#**general>lunch@5**'],
    [{ id: 5, location: { channel: 'general', topic: '' } }, '[a message](#narrow/near/5)'],
    [{ id: 5, location: { channel: 'general', topic: '**x' } }, '[a message](#narrow/near/5)'],
  ] as const)('links to %j', ([message, link]) => {
    expect(linkToMessage(message)).toBe(link)
  })

  test('quotes a text in a fence that the text cannot end', () => {
    expect(quoteBlock('a')).toBe('```quote\na\n```')
    expect(quoteBlock('````')).toBe('`````quote\n````\n`````')
    expect(asCodeBlock('```')).toBe('````text\n```\n````')
  })

  test('quotes as much of a message as fits', () => {
    const text = withQuote('Text', '🍕'.repeat(10_000))
    expect([...text]).toHaveLength(10_000)
    expect(text).toMatch(/🍕\n\[message truncated\]\n```$/)
    expect(withQuote('Text', 'Pizza')).toBe('Text\n\n```quote\nPizza\n```')
  })
})
