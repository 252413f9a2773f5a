import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, onTestFinished, test, vi } from 'vitest'
import { NeighborObject } from '../../src/neighbor-object'
import { sendOutside } from '../../src/outside/fetch-outside'
import { doDueWork, preventAlarms } from '../support/alarms'
import { answering, newAutomation } from '../support/automations'
import { stopClock } from '../support/clock'
import { NOW, subscribed } from '../support/event-subscriptions'
import { newBotOf } from '../support/bots'
import { chooses } from '../support/language-model'
import { succeeded } from '../support/person'
import { freshRealm } from '../support/realm'

/** Records each request to another server: the neighbor that sent it, and the host. */
function requestsBySender(): string[] {
  const requests: string[] = []
  const neighbor = new AsyncLocalStorage<string>()
  const spies = [
    vi.spyOn(NeighborObject.prototype, 'sendOutside').mockImplementation(function (this: NeighborObject, ...sent) {
      const { id } = Reflect.get(this, 'ctx') as DurableObjectState
      return neighbor.run(id.name!.split('/')[1]!, () => sendOutside(...sent))
    }),
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
      requests.push(`${neighbor.getStore() ?? 'the realm'}: ${new URL(new Request(input).url).hostname}`)
      return new Response()
    }),
  ]
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()))
  return requests
}

test('the realm lets neighbors send its requests to the programs of users', async () => {
  const { realm, ada, cleo, dov, general } = await freshRealm()
  await preventAlarms(realm)
  await stopClock(realm, NOW)
  succeeded(await ada.patch('/realm', { inline_url_embed_preview: true }))
  const payload_url = 'https://bot.example.com/'
  succeeded(await dov.post('/bots', { full_name: 'Botty', short_name: 'botty', bot_type: 3, payload_url }))
  await newAutomation(ada, {
    ...answering(general, 'Done'),
    trigger: { kind: 'message', stream_id: general.stream_id, words: ['lunch'] },
    actions: [{ kind: 'call', url: 'https://automation.example.com/' }],
  })
  const hal = await newBotOf(dov, { bot_type: 1 })
  await hal.subscribes(general)
  await subscribed(dov, hal, { url: 'https://events.example.com/' })
  const requests = requestsBySender()
  await cleo.sends(general, 'tea', '@**Botty** lunch https://news.example.net/story')
  await doDueWork(realm)
  expect(requests.toSorted()).toEqual([
    'sender-0: automation.example.com',
    'sender-0: bot.example.com',
    'sender-0: events.example.com',
    'sender-0: news.example.net',
  ])
})

test('neighbors that answer users let others send what slash commands and models need', async () => {
  const { ada, cleo, general } = await freshRealm()
  const hal = await newBotOf(ada)
  const url = 'https://command.example.com/'
  const command = { name: 'deploy', description: 'Deploy', usage_hint: '', bot_id: hal.id, url }
  const { id } = succeeded(await ada.post('/parley/commands', command))
  await chooses(ada, { url: 'https://models.example.com/' })
  const requests = requestsBySender()
  await cleo.post(`/parley/commands/${id}/run`, { text: 'main', stream_id: general.stream_id, topic: 'tea' })
  await ada.post('/parley/language_model/trial')
  expect(requests).toEqual(['sender-0: command.example.com', 'sender-0: models.example.com'])
})
