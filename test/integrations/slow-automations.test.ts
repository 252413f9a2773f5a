import { expect, onTestFinished, test, vi } from 'vitest'
import { doDueWork } from '../support/alarms'
import { answering, DONE, newAutomation, outcomesOf } from '../support/automations'
import { advanceClock, stopClock } from '../support/clock'
import { NOW } from '../support/event-subscriptions'
import { contentsInTopic } from '../support/messages'
import { freshRealm } from '../support/realm'

test('an address that has not answered yet delays no other automation, and its next run follows its answer', async () => {
  const { realm, ada, cleo, dov, general } = await freshRealm()
  await stopClock(realm, NOW)
  const calling = (word: string) => ({
    ...answering(general, 'Done'),
    trigger: { kind: 'message', stream_id: general.stream_id, words: [word] },
    actions: [{ kind: 'call', url: `https://${word}.example.com/` }, ...answering(general, 'Done').actions],
  })
  const slow = await newAutomation(ada, calling('slow'))
  const quick = await newAutomation(dov, calling('quick'))
  const calls: string[] = []
  let meanwhile: string[] = []
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const [word = ''] = new URL(new Request(input).url).hostname.split('.')
    calls.push(word)
    if (calls.length > 1) return new Response()
    await cleo.sends(general, 'tea', 'quick')
    await cleo.sends(general, 'again', 'slow')
    // If the object had stopped, the realm would call again by now.
    await advanceClock(realm, 31)
    await doDueWork(realm)
    meanwhile = await contentsInTopic(cleo, general, 'tea')
    return new Response()
  })
  onTestFinished(() => spy.mockRestore())
  await cleo.sends(general, 'cake', 'slow')
  await doDueWork(realm)
  expect(meanwhile).toEqual(['quick', 'Done'])
  expect(await contentsInTopic(cleo, general, 'cake')).toEqual(['slow', 'Done'])
  expect(calls).toEqual(['slow', 'quick'])
  await doDueWork(realm)
  expect(await contentsInTopic(cleo, general, 'again')).toEqual(['slow', 'Done'])
  expect(await outcomesOf(ada, slow)).toEqual([DONE(2), DONE(2)])
  expect(await outcomesOf(dov, quick)).toEqual([DONE(2)])
})
