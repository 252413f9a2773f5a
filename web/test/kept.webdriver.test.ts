import { expect, inject, test } from 'vitest'
import { requestsIn } from './kept-messages'
import { storedReplica } from './stored-replica'
import { startOutage } from './outage'
import { asks, newPersonAlone, newTopic, sends, topicHash } from './person'
import { goesTo, opens, shows } from './webdriver-client'

// What a browser keeps of the history, over W3C WebDriver: `npm run test:browsers` runs it in WebKitGTK.

test('102, 103. kept conversations that were never shown open without a request, and without a network', async () => {
  const [{ name, channel }, open, other, third] = [await newPersonAlone(), newTopic(), newTopic(), newTopic()]
  const [, deleted = 0] = await sends('ben', other, ['never shown before', 'soon deleted'], { channel })
  await sends('ben', third, ['only without a network'], { channel })
  await sends('ben', open, ['hello'], { channel })
  const network = await startOutage(inject('server').url)
  const page = await opens(name, topicHash(open, channel), network.url)
  await shows(page, 'hello')
  const stored = () => page.runs(storedReplica)
  await expect.poll(stored).toContain('only without a network')
  await page.waits(() => navigator.serviceWorker.controller !== null)
  await asks('ben', `DELETE /messages/${deleted}`)
  await expect.poll(stored).not.toContain('soon deleted')
  expect(await page.run(requestsIn)).not.toEqual([])
  await page.run(() => performance.clearResourceTimings())
  await goesTo(page, topicHash(other, channel))
  await shows(page, 'never shown before')
  expect(await page.run(requestsIn)).toEqual([])
  await network.cut()
  await page.reload()
  await shows(page, 'never shown before')
  await goesTo(page, topicHash(third, channel))
  await shows(page, 'only without a network')
  await goesTo(page, `#narrow/channel/${channel.stream_id}-x/search/never`)
  await shows(page, 'never shown before', '.layer:not(.parked) .hit')
  await network.restore()
  await sends('ben', third, ['after the outage'], { channel })
  await goesTo(page, topicHash(third, channel))
  await shows(page, 'after the outage')
})
