import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { asks, newTopic, opens, rowOf, sends, topicHash, userId } from './person'

/** Returns numbers that look random, and are the same in each run. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % below
  }
}

/** Acts as ben and cleo, so that the clients of ada receive events of many kinds. */
async function actsAtRandom(actions: number, seed: number): Promise<void> {
  const random = randomNumbers(seed)
  const topics = Array.from({ length: 6 }, newTopic)
  const sent: number[] = []
  const pick = <T>(items: T[]) => items[random(items.length)]!
  for (let turn = 0; turn < actions; turn++) {
    const action = sent.length < 5 ? 0 : random(10)
    const id = pick(sent.length > 0 ? sent : [0])
    if (action < 4) sent.push(...(await sends(pick(['ben', 'cleo'] as const), pick(topics), [`text ${turn}`])))
    else if (action === 4) await asks('ada', 'POST /messages/flags', { messages: [id], op: 'add', flag: 'read' })
    else if (action === 5) await asks('ada', 'POST /messages/flags', { messages: [id], op: 'remove', flag: 'read' })
    else if (action === 6) await asks('ada', 'POST /messages/flags', { messages: [id], op: 'add', flag: 'starred' })
    else if (action === 7)
      await asks('ada', 'POST /user_topics', { stream_id: 1, topic: pick(topics), visibility_policy: random(4) })
    else if (action === 8)
      await asks('ben', 'POST /messages', { type: 'direct', to: [userId('ada')], content: `psst ${turn}` })
    else if (sent.length > 8) await asks('ada', `DELETE /messages/${sent.splice(random(sent.length), 1)[0]}`)
  }
}

test('3. the title, the rail and the inbox show the same number after each change of the page', async () => {
  const page = await opens('ada')
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  // The observer runs after each change and before the browser draws it.
  await page.evaluate(() => {
    const differences: string[] = []
    const check = () => {
      const title = /^\((\d+)\)/.exec(document.title)?.[1] ?? '0'
      const rail = document.querySelector('.rail a[href="#inbox"] .n [aria-hidden]')?.textContent ?? '0'
      const head = document.querySelector('.layer:not([inert]) .head p')?.textContent ?? ''
      const inbox = /^\d+/.exec(head)?.[0] ?? '0'
      if (title !== rail || rail !== inbox) differences.push(`${title} ${rail} ${inbox}`)
    }
    Object.assign(globalThis, { differences })
    new MutationObserver(check).observe(document, { subtree: true, childList: true, characterData: true })
  })
  await actsAtRandom(60, 1)
  expect(await page.evaluate(() => Reflect.get(globalThis, 'differences'))).toEqual([])
})

test('4. after many random events, a client shows what a new client shows', async () => {
  const old = await opens('ada')
  await old.getByRole('heading', { name: 'Inbox' }).waitFor()
  await actsAtRandom(120, 2)
  const fresh = await opens('ada')
  const linesOf = (page: Page, selector: string) =>
    page.$$eval(selector, (rows) => rows.map((row) => row.textContent?.replaceAll(/\s+/g, ' ')))
  for (const selector of ['.rail a', '.layer:not([inert]) a.conv'])
    await expect
      .poll(async () => JSON.stringify(await linesOf(old, selector)) === JSON.stringify(await linesOf(fresh, selector)))
      .toBe(true)
})

test('6. reading in one tab changes the other', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['read me'])
  const reader = await opens('ada', {}, topicHash(topic))
  const other = await reader.context().newPage()
  await other.goto(reader.url().replace(/#.*/, '#inbox'))
  const entry = other.locator('a.conv', { hasText: topic })
  await entry.waitFor()
  await reader.bringToFront()
  await rowOf(reader, 'read me').waitFor()
  await reader.keyboard.press('End')
  await entry.waitFor({ state: 'detached' })
})

test('48. a link to a moved message opens it where it is now', async () => {
  const [before, after] = [newTopic(), newTopic()]
  const [moved] = await sends('ada', before, [`moved ${after}`, 'stays'], { client: 'website' })
  await asks('ada', `PATCH /messages/${moved}`, { topic: after, propagate_mode: 'change_one' })
  for (const word of ['near', 'with']) {
    const page = await opens('ben', {}, `${topicHash(before)}/${word}/${moved}`)
    await page.getByRole('heading', { name: after }).waitFor()
    await rowOf(page, `moved ${after}`).waitFor()
    expect(await page.evaluate(() => location.hash)).toContain(encodeURIComponent(after).replaceAll('%', '.'))
  }
})
