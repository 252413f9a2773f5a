import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type FieldValue } from '../support/person'
import { freshRealm } from '../support/realm'

const alertWordsEvent = (...alert_words: string[]) => ({ type: 'alert_words', alert_words })

const PATH = '/users/me/alert_words'

const MALFORMED: [alert_words: FieldValue, msg: string][] = [
  ['pizza', 'alert_words is not valid JSON'],
  [{ word: 'pizza' }, 'alert_words is not a list'],
  [['pizza', 7], 'alert_words[1] is not a string'],
]
const MISSING = refusal("Missing 'alert_words' argument", 'REQUEST_VARIABLE_MISSING', { var_name: 'alert_words' })

describe('POST /users/me/alert_words', () => {
  test('adds words, returns all of them, and only the user receives the event', async () => {
    const { ada, dov, fig } = await freshRealm()
    succeeded(await dov.post(PATH, { alert_words: ['pizza'] }))
    const [dovsEvents, adasEvents, figsEvents] = await receivedBy([dov, ada, fig], async () => {
      const alert_words = ['  new deal ', '', ' ', 'Coffee']
      expect(await dov.post(PATH, { alert_words })).toEqual({
        ...SUCCESS,
        alert_words: ['pizza', 'new deal', 'Coffee'],
      })
    })
    for (const events of [dovsEvents!.plain, dovsEvents!.able])
      expect(events).toEqual([alertWordsEvent('pizza', 'new deal', 'Coffee')])
    for (const { plain, able } of [adasEvents!, figsEvents!]) expect([...plain, ...able]).toEqual([])
    expect(await dov.get(PATH)).toEqual({ ...SUCCESS, alert_words: ['pizza', 'new deal', 'Coffee'] })
    expect(await ada.get(PATH)).toEqual({ ...SUCCESS, alert_words: [] })
  })

  test('a user has at most 500 alert words', async () => {
    const { ada, dov } = await freshRealm()
    const words = (count: number) => Array.from({ length: count }, (_, index) => `word ${index}`)
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

  test('the same word in another case is not added, and the first spelling stays', async () => {
    const { dov } = await freshRealm()
    const [dovsEvents] = await receivedBy([dov], async () => {
      expect(await dov.post(PATH, { alert_words: ['Zoë', 'ZOË', 'zoë '] })).toMatchObject({ alert_words: ['Zoë'] })
      expect(await dov.post(PATH, { alert_words: ['zOË'] })).toMatchObject({ alert_words: ['Zoë'] })
    })
    // Each request publishes the event, even without a change.
    expect(dovsEvents!.able).toEqual([alertWordsEvent('Zoë'), alertWordsEvent('Zoë')])
  })

  test('a word that is too long is refused, together with the others of the request', async () => {
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
  test('removes words in any case, and returns the others', async () => {
    const { ada, dov } = await freshRealm()
    for (const user of [ada, dov]) succeeded(await user.post(PATH, { alert_words: ['pizza', 'Coffee', 'tea'] }))
    const [dovsEvents, adasEvents] = await receivedBy([dov, ada], async () => {
      const alert_words = [' PIZZA ', 'coffee', 'never there']
      expect(await dov.delete(PATH, { alert_words })).toEqual({ ...SUCCESS, alert_words: ['tea'] })
    })
    for (const events of [dovsEvents!.plain, dovsEvents!.able]) expect(events).toEqual([alertWordsEvent('tea')])
    expect([...adasEvents!.plain, ...adasEvents!.able]).toEqual([])
    expect((await ada.get(PATH)).alert_words).toEqual(['pizza', 'Coffee', 'tea'])
  })

  test('removing an unknown word publishes the event, too', async () => {
    const { dov } = await freshRealm()
    const [dovsEvents] = await receivedBy([dov], () => dov.delete(PATH, { alert_words: ['pizza'] }))
    expect(dovsEvents!.able).toEqual([alertWordsEvent()])
  })

  test('a parameter that is no list of words is refused', async () => {
    const { dov } = await freshRealm()
    await changesNothing([dov], async () => {
      for (const [alert_words, msg] of MALFORMED) expect(await dov.delete(PATH, { alert_words })).toEqual(refusal(msg))
      expect(await dov.delete(PATH)).toEqual(MISSING)
    })
  })
})
