import { expect, test } from 'vitest'
import { asks, enters, newTopic, opens } from './person'

async function channelOf(stream_id: number): Promise<{ name: string; invite_only: boolean } | undefined> {
  const { streams } = await asks('ada', 'GET /streams', { include_all: true })
  return streams.find((channel: { stream_id: number }) => channel.stream_id === stream_id)
}

test('who makes a channel private sees first who loses it, and only "Save" changes it', async () => {
  const name = `what if ${newTopic().slice(-6)}`
  const { id: stream_id } = await asks('ada', 'POST /channels/create', { name, subscribers: [] })
  const isPrivate = async () => (await channelOf(stream_id))?.invite_only
  const page = await opens('ada', {}, `#channels/${stream_id}/x/settings`)
  const access = page.getByLabel('Who can read it')
  await access.selectOption('Its subscribers, with earlier messages')
  const summary = page.getByRole('dialog', { name: 'What would change' })
  await summary.getByRole('heading', { name: `# ${name}` }).waitFor()
  await summary.getByText('No longer see the channel').waitFor()
  await page.keyboard.press('Escape')
  await summary.waitFor({ state: 'detached' })
  await expect.poll(() => access.inputValue()).toBe('public')
  expect(await isPrivate()).toBe(false)
  await access.selectOption('Its subscribers, with earlier messages')
  await summary.getByRole('button', { name: 'Save' }).click()
  await summary.waitFor({ state: 'detached' })
  await expect.poll(isPrivate).toBe(true)
})

test('a change by which no user gains or loses anything is made at once', async () => {
  const name = `what if ${newTopic().slice(-6)}`
  const { id: stream_id } = await asks('ada', 'POST /channels/create', { name, subscribers: [], invite_only: true })
  const page = await opens('ada', {}, `#channels/${stream_id}/x/settings`)
  await enters(page.getByLabel('Name', { exact: true }), `${name} later`)
  await expect.poll(async () => (await channelOf(stream_id))?.name).toBe(`${name} later`)
  await expect.poll(() => page.getByRole('dialog', { name: 'What would change' }).count()).toBe(0)
})
