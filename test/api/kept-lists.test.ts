import { expect, test, vi } from 'vitest'
import { forgetKeptLists, keptTexts, noteKept } from '../../src/api/kept-lists'

test('a request does not wait for another one that reads the list, because the platform may have ended that one', async () => {
  forgetKeptLists()
  const opened = vi.spyOn(caches, 'open').mockReturnValueOnce(Promise.withResolvers<Cache>().promise)
  void keptTexts('a-realm')
  expect(opened).toHaveBeenCalledOnce()
  expect(await keptTexts('a-realm')).toEqual([])
})

test('what two requests note at the same time is kept', async () => {
  forgetKeptLists()
  const digests = ['first', 'second'].map((text) => text.padEnd(64, '0'))
  await Promise.all(digests.map((digest) => noteKept('a-realm', [digest])))
  expect(await keptTexts('a-realm')).toHaveLength(2)
})
