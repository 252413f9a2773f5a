import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type FieldValue } from '../support/person'
import { freshRealm } from '../support/realm'

const told = (...alert_words: string[]) => ({ type: 'alert_words', alert_words })

const PATH = '/users/me/alert_words'

const MALFORMED: [alert_words: FieldValue, msg: string][] = [
  ['pizza', 'alert_words is not valid JSON'],
  [{ word: 'pizza' }, 'alert_words is not a list'],
  [['pizza', 7], 'alert_words[1] is not a string'],
]
const MISSING = refusal("Missing 'alert_words' argument", 'REQUEST_VARIABLE_MISSING', { var_name: 'alert_words' })

describe('POST /users/me/alert_words', () => {
  test('words are added to those there are; all of them are answered, and told to their owner only', async () => {
    const { ada, dov, fig } = await freshRealm()
    succeeded(await dov.post(PATH, { alert_words: ['pizza'] }))
    const [his, hers, its] = await receivedBy([dov, ada, fig], async () => {
      const alert_words = ['  new deal ', '', ' ', 'Coffee']
      expect(await dov.post(PATH, { alert_words })).toEqual({
        ...SUCCESS,
        alert_words: ['pizza', 'new deal', 'Coffee'],
      })
    })
    for (const events of [his!.plain, his!.able]) expect(events).toEqual([told('pizza', 'new deal', 'Coffee')])
    for (const { plain, able } of [hers!, its!]) expect([...plain, ...able]).toEqual([])
    expect(await dov.get(PATH)).toEqual({ ...SUCCESS, alert_words: ['pizza', 'new deal', 'Coffee'] })
    expect(await ada.get(PATH)).toEqual({ ...SUCCESS, alert_words: [] })
  })

  test('there is an end to how many one may have', async () => {
    const { ada, dov } = await freshRealm()
    const words = (count: number) => Array.from({ length: count }, (_, i) => `word ${i}`)
    await changesNothing([ada, dov], async () =>
      expect(await dov.post(PATH, { alert_words: words(501) })).toEqual(
        refusal('alert_words is too long (limit: 500 items)'),
      ),
    )
    succeeded(await dov.post(PATH, { alert_words: words(500) }))
    expect(await dov.post(PATH, { alert_words: ['one more'] })).toEqual(
      refusal('You can have at most 500 alert words.'),
    )
    expect((await dov.get(PATH)).alert_words).toEqual(words(500))
    succeeded(await ada.post(PATH, { alert_words: ['one more'] }))
  })

  test('a word in another case is no other word, and keeps its first spelling', async () => {
    const { dov } = await freshRealm()
    const [his] = await receivedBy([dov], async () => {
      expect(await dov.post(PATH, { alert_words: ['Zoë', 'ZOË', 'zoë '] })).toMatchObject({ alert_words: ['Zoë'] })
      expect(await dov.post(PATH, { alert_words: ['zOË'] })).toMatchObject({ alert_words: ['Zoë'] })
    })
    // Told on every call, changed or not.
    expect(his!.able).toEqual([told('Zoë'), told('Zoë')])
  })

  test('a word that is too long is refused, and those beside it are not added', async () => {
    const { dov } = await freshRealm()
    succeeded(await dov.post(PATH, { alert_words: ['🍕'.repeat(100)] }))
    await changesNothing([dov], async () => {
      expect(await dov.post(PATH, { alert_words: ['pizza', 'x'.repeat(101)] })).toEqual(
        refusal('alert_words[1] is too long (limit: 100 characters)'),
      )
      for (const [alert_words, msg] of MALFORMED) expect(await dov.post(PATH, { alert_words })).toEqual(refusal(msg))
      expect(await dov.post(PATH)).toEqual(MISSING)
    })
  })
})

describe('DELETE /users/me/alert_words', () => {
  test('words are removed in whatever case; the rest is answered, and told to their owner only', async () => {
    const { ada, dov } = await freshRealm()
    for (const person of [ada, dov]) succeeded(await person.post(PATH, { alert_words: ['pizza', 'Coffee', 'tea'] }))
    const [his, hers] = await receivedBy([dov, ada], async () => {
      const alert_words = [' PIZZA ', 'coffee', 'never there']
      expect(await dov.delete(PATH, { alert_words })).toEqual({ ...SUCCESS, alert_words: ['tea'] })
    })
    for (const events of [his!.plain, his!.able]) expect(events).toEqual([told('tea')])
    expect([...hers!.plain, ...hers!.able]).toEqual([])
    expect((await ada.get(PATH)).alert_words).toEqual(['pizza', 'Coffee', 'tea'])
  })

  test('removing what is not there is told like any other call', async () => {
    const { dov } = await freshRealm()
    const [his] = await receivedBy([dov], () => dov.delete(PATH, { alert_words: ['pizza'] }))
    expect(his!.able).toEqual([told()])
  })

  test('what is no list of words is refused', async () => {
    const { dov } = await freshRealm()
    await changesNothing([dov], async () => {
      for (const [alert_words, msg] of MALFORMED) expect(await dov.delete(PATH, { alert_words })).toEqual(refusal(msg))
      expect(await dov.delete(PATH)).toEqual(MISSING)
    })
  })
})
