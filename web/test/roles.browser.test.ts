import { expect, onTestFinished, test } from 'vitest'
import { asks, composerOf, newPerson, newTopic, opens, rowOf, sends, topicHash, userId } from './person'
import { randomDigits } from './random'

// The client offers what the server permits, and nothing else.

let channels = 0

async function newChannel(people: string[], options: Record<string, unknown> = {}) {
  const name = `roles ${++channels} ${Math.random().toString(36).slice(2, 8)}`
  const principals = people.map(userId)
  await asks('ada', 'POST /users/me/subscriptions', { subscriptions: [{ name }], principals, ...options })
  const { stream_id } = await asks('ada', 'GET /get_stream_id', { stream: name })
  return { stream_id, name, hash: `#narrow/channel/${stream_id}` }
}

test('a guest reads the settings of a channel, and has no control that the server would refuse', async () => {
  const page = await opens('ezra', {}, '#channels/1/general/settings')
  const dialog = page.getByRole('dialog')
  const name = dialog.getByLabel('Name', { exact: true })
  await name.waitFor()
  await expect.poll(() => name.isDisabled()).toBe(true)
  await dialog.getByText('Ada Okafor').first().waitFor()
  await dialog.getByRole('button', { name: 'Unsubscribe Ezra Tanaka' }).waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: 'Archive' }).count()).toBe(0)
  await expect.poll(() => dialog.getByLabel('Subscribe a person').count()).toBe(0)
  await expect.poll(() => dialog.getByRole('button', { name: 'Unsubscribe Ada Okafor' }).count()).toBe(0)
  await page.evaluate(() => (location.hash = '#channels/new'))
  await page.getByText('You cannot create channels in this organization.').waitFor()
  await page.evaluate(() => (location.hash = '#settings/bots'))
  await page.getByText('You cannot create bots in this organization.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Create a bot' }).count()).toBe(0)
})

test('a guest names their bot, and has no button for its keys, which the server would refuse', async () => {
  const [gina, owner] = [await newPerson(), await newPerson()]
  const [short_name, renamed] = [`gina-${randomDigits()}`, `Renamed ${randomDigits()}`]
  const { user_id } = await asks(owner, 'POST /bots', { full_name: 'Bot of a guest', short_name })
  await asks('ada', `PATCH /bots/${user_id}`, { bot_owner_id: userId(gina) })
  await asks('ada', `PATCH /users/${userId(gina)}`, { role: 600 })
  const page = await opens(gina, {}, '#settings/bots')
  await page.getByRole('button', { name: 'Manage' }).click()
  await page.locator('.bot').getByLabel('Name', { exact: true }).fill(renamed)
  await page.locator('.bot').getByRole('button', { name: 'Save' }).click()
  await page.locator('.bot b', { hasText: renamed }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Show the key' }).count()).toBe(0)
  await expect.poll(() => page.locator('.bot h4').count()).toBe(0)
})

test('an administrator changes the same settings', async () => {
  const page = await opens('ben', {}, '#channels/1/general/settings')
  const dialog = page.getByRole('dialog')
  const name = dialog.getByLabel('Name', { exact: true })
  await name.waitFor()
  await expect.poll(() => name.isDisabled()).toBe(false)
  await dialog.getByRole('button', { name: 'Archive' }).waitFor()
  await dialog.getByRole('button', { name: 'Unsubscribe Ada Okafor' }).waitFor()
})

test('a channel that the user cannot see says so, and has no field to write in', async () => {
  const { hash } = await newChannel(['ada'], { invite_only: true })
  const page = await opens('dov', {}, hash)
  await page.getByText('This conversation does not exist, or you cannot see it.').waitFor()
  await expect.poll(() => composerOf(page).count()).toBe(0)
  const owner = await opens('ada', {}, hash)
  await composerOf(owner).waitFor()
})

test('where only administrators write, a member has no field to write in, and a draft stays until that changes', async () => {
  const gus = await newPerson()
  const { stream_id, hash } = await newChannel([gus])
  const page = await opens(gus, {}, hash)
  await composerOf(page).fill('not lost')
  const { user_groups } = await asks('ada', 'GET /user_groups')
  const idOf = (group: string): number => user_groups.find(({ name }: { name: string }) => name === group).id
  const allow = (group: string) =>
    asks('ada', `PATCH /streams/${stream_id}`, { can_send_message_group: { new: idOf(group) } })
  await allow('role:administrators')
  await page.getByText('You can read this channel. Only some people write in it.').waitFor()
  await expect.poll(() => composerOf(page).count()).toBe(0)
  await allow('role:everyone')
  await composerOf(page).waitFor()
  await expect.poll(() => composerOf(page).inputValue()).toBe('not lost')
})

test('the menu of a message offers what the user may do with it', async () => {
  const gus = await newPerson()
  const topic = newTopic()
  await sends('ada', topic, ['by ada'])
  await sends(gus, topic, ['by gus', '/poll Where to?\nNorth\nSouth'])
  const offered = async (name: string, text: string) => {
    const page = await opens(name, {}, topicHash(topic))
    await rowOf(page, text).focus()
    await page.keyboard.press('i')
    await page.getByRole('menu').waitFor()
    const items = await page.getByRole('menuitem').allInnerTexts()
    const actions = items.map((item) => item.split('\n')[0])
    return ['Edit', 'Move messages', 'Delete'].filter((action) => actions.some((item) => item?.startsWith(action)))
  }
  expect(await offered(gus, 'by gus')).toEqual(['Edit', 'Move messages', 'Delete'])
  expect(await offered(gus, 'by ada')).toEqual(['Move messages'])
  expect(await offered(gus, 'Where to?')).toEqual(['Move messages', 'Delete'])
  expect(await offered('ben', 'by gus')).toEqual(['Move messages', 'Delete'])
})

test('who may only move messages out of a channel has no field for the topic, and the server takes the move', async () => {
  const gus = await newPerson()
  await asks('ada', `PATCH /users/${userId(gus)}`, { role: 600 })
  const channel = await newChannel([gus])
  const own = { new: { direct_members: [userId(gus)], direct_subgroups: [] } }
  await asks('ada', `PATCH /streams/${channel.stream_id}`, { can_move_messages_out_of_channel_group: own })
  const { user_groups } = await asks('ada', 'GET /user_groups')
  const permit = async (group: string) => {
    const { id } = user_groups.find(({ name }: { name: string }) => name === group)
    await asks('ada', 'PATCH /realm', { can_move_messages_between_topics_group: { new: id } })
  }
  // The users of other tests may move messages meanwhile: none of them is a guest.
  await permit('role:members')
  onTestFinished(() => permit('role:everyone'))
  const topic = newTopic()
  await sends(gus, topic, ['leaves'], { channel })
  const page = await opens(gus, {}, topicHash(topic, channel))
  await rowOf(page, 'leaves').focus()
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog', { name: 'Move messages' })
  await dialog.getByLabel('Channel').selectOption('general')
  await expect.poll(() => dialog.getByRole('combobox', { name: 'Topic', exact: true }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await page
    .locator('.layer:not(.parked)')
    .getByRole('heading', { name: `general ${topic}` })
    .waitFor()
  await rowOf(page, 'leaves').waitFor()
})

test('a channel is archived while its reader writes: the view says so, and leads to the draft', async () => {
  const gus = await newPerson()
  const channel = await newChannel([gus])
  const { stream_id, hash } = channel
  await sends('ada', 'last', ['before the end'], { channel })
  const page = await opens(gus, {}, `${hash}/topic/last`)
  await composerOf(page).fill('half a sentence')
  await asks('ada', `DELETE /streams/${stream_id}`)
  await page.getByText('The channel is archived. It takes no more messages.').waitFor()
  const view = page.locator('.layer:not(.parked)')
  await view.getByRole('heading', { name: `${channel.name} last archived` }).waitFor()
  await rowOf(page, 'before the end').waitFor()
  await expect.poll(() => page.locator('.rail').getByText(channel.name).count()).toBe(0)
  await view.getByRole('link', { name: 'Drafts' }).click()
  await page.locator('.planned-entry', { hasText: 'half a sentence' }).waitFor()
})

test('a direct message to a user who left has no field to write in', async () => {
  const [gus, gone] = [await newPerson(), await newPerson()]
  const page = await opens(gus, {}, `#narrow/dm/${userId(gone)}-Gus`)
  await composerOf(page).waitFor()
  await asks('ada', `DELETE /users/${userId(gone)}`)
  await page.getByText('You cannot write here: an account is deactivated or unknown.').waitFor()
  await expect.poll(() => composerOf(page).count()).toBe(0)
})

test('the conversation of a channel that was archived before has its name, its messages, and only what can be done', async () => {
  const page = await opens('ada', {}, '#narrow/channel/6-attic/topic/the.20old.20website')
  const view = page.locator('.layer:not(.parked)')
  await view.getByRole('heading', { name: 'attic the old website archived' }).waitFor()
  await rowOf(page, 'Three people in a year, and all three were us.').waitFor()
  await view.getByText('The channel is archived. It takes no more messages.').waitFor()
  await expect.poll(() => composerOf(page).count()).toBe(0)
  await expect.poll(() => view.getByRole('button', { name: 'Follow' }).count()).toBe(0)
  await view.locator('.head').getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'About the channel' }).waitFor()
  await expect.poll(() => page.getByRole('menuitem', { name: 'Subscribe' }).count()).toBe(0)
  await expect.poll(() => page.getByRole('menuitem', { name: 'Resolve' }).count()).toBe(0)
})

test('a key for what the menu does not offer says why, and opens nothing', async () => {
  const gus = await newPerson()
  const topic = newTopic()
  await sends('ada', topic, ['by ada'])
  const page = await opens(gus, {}, topicHash(topic))
  await rowOf(page, 'by ada').focus()
  await page.keyboard.press('H')
  await page.getByText('This message was never edited.').waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})
