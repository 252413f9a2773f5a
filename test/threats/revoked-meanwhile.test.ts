import { expect } from 'vitest'
import { runAlarm } from '../support/alarms'
import { beforeD1IsRead } from '../support/d1-faults'
import { evict } from '../support/faults'
import { beforeR2Put, fileOf, formWith } from '../support/files'
import { formOf, succeeded, type Json, type Person } from '../support/person'
import { PNG } from '../support/pictures'
import { newBot, newChannel, type Cast } from '../support/realm'
import { beforeStepOf, setting, testCases, type Case } from './waiting-request'

const MIB = 1024 * 1024

const sendPicture = async (person: Person, path: string): Promise<Json> => {
  const body = formWith(fileOf(PNG, 'me.png', 'image/png'))
  return (await person.request(path, { method: 'POST', body })).json()
}

/** Returns a message whose body is only in D1. */
async function oldMessageIn({ realm }: Cast, sender: Person, channel: { name: string }): Promise<number> {
  const { id } = await sender.sends(channel, 'lunch', 'Pizza?')
  await runAlarm(realm)
  await evict(realm)
  return id
}

const removeDovFromVault = ({ ada, vault, dov }: Cast) =>
  ada.delete('/users/me/subscriptions', { subscriptions: [vault.name], principals: [dov.id] })

const addDovToVault = ({ ada, vault, dov }: Cast) => ada.subscribes(vault, { principals: [dov.id] })

const demoteBen = async ({ ada, ben }: Cast) => succeeded(await ada.patch(`/users/${ben.id}`, { role: 400 }))

async function groupNamed({ ada }: Cast, group: string): Promise<number> {
  const { user_groups } = succeeded(await ada.get('/user_groups'))
  return user_groups.find(({ name }: Json) => name === group).id
}

const onlyAdministrators = (name: string) => async (cast: Cast) =>
  succeeded(await cast.ada.patch('/realm', { [name]: { new: await groupNamed(cast, 'role:administrators') } }))

// A bot that the `prepare` of a case creates and its `meanwhile` needs. Cases run one after another.
let botToTransfer: Person | undefined

const CASES: Case[] = [
  {
    request: 'An edit of an old message',
    change: 'the organization turns editing off',
    prepare: async (cast) => {
      const id = await oldMessageIn(cast, cast.dov, cast.general)
      return () => cast.dov.patch(`/messages/${id}`, { content: 'Pasta!' })
    },
    beforeWait: beforeD1IsRead,
    meanwhile: setting('allow_message_editing', false),
    refusal: { msg: 'Your organization has turned off message editing' },
  },
  {
    request: 'An edit of an old message',
    change: 'its author leaves the private channel',
    prepare: async (cast) => {
      await addDovToVault(cast)
      const id = await oldMessageIn(cast, cast.dov, cast.vault)
      return () => cast.dov.patch(`/messages/${id}`, { content: 'Pasta!' })
    },
    beforeWait: beforeD1IsRead,
    meanwhile: removeDovFromVault,
    refusal: { msg: 'Invalid message(s)' },
  },
  {
    request: 'An edit of an old message with a channel wildcard mention',
    change: 'the organization allows such mentions to administrators only',
    prepare: async (cast) => {
      const others = await Promise.all(
        Array.from({ length: 16 }, (_, index) => cast.realm.newPerson(`extra${String.fromCharCode(97 + index)}`)),
      )
      succeeded(
        await cast.ada.patch('/realm', {
          can_mention_many_users_group: { new: await groupNamed(cast, 'role:members') },
        }),
      )
      const large = await newChannel(cast.ada, 'large', [cast.ada, cast.dov, ...others])
      const id = await oldMessageIn(cast, cast.dov, large)
      return () => cast.dov.patch(`/messages/${id}`, { content: '@**all**' })
    },
    beforeWait: beforeD1IsRead,
    meanwhile: onlyAdministrators('can_mention_many_users_group'),
    refusal: { code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED' },
  },
  {
    request: 'A report of an old message',
    change: 'the reporter leaves the private channel',
    prepare: async (cast) => {
      succeeded(await cast.ada.patch('/realm', { moderation_request_channel_id: cast.vault.stream_id }))
      await addDovToVault(cast)
      const id = await oldMessageIn(cast, cast.ada, cast.vault)
      return () => cast.dov.post(`/messages/${id}/report`, { report_type: 'spam' })
    },
    beforeWait: beforeD1IsRead,
    meanwhile: removeDovFromVault,
    refusal: { msg: 'Invalid message(s)' },
  },
  {
    request: 'A search',
    change: 'the reader leaves the private channel',
    prepare: async (cast) => {
      await addDovToVault(cast)
      await oldMessageIn(cast, cast.ada, cast.vault)
      const narrow = [{ operator: 'search', operand: 'pizza' }]
      return () => cast.dov.get('/messages', { anchor: 'newest', num_before: 5, num_after: 0, narrow })
    },
    beforeWait: beforeStepOf('GET /messages', 'filter'),
    meanwhile: removeDovFromVault,
    success: { messages: [expect.objectContaining({ subject: 'lunch' })] },
    refusal: { result: 'success', messages: [] },
  },
  {
    request: 'Starring search results',
    change: 'the reader leaves the private channel',
    prepare: async (cast) => {
      await addDovToVault(cast)
      await oldMessageIn(cast, cast.ada, cast.vault)
      const narrow = [{ operator: 'search', operand: 'pizza' }]
      const range = { anchor: 'newest', num_before: 5, num_after: 0, narrow }
      return () => cast.dov.post('/messages/flags/narrow', { ...range, op: 'add', flag: 'starred' })
    },
    beforeWait: beforeStepOf('POST /messages/flags/narrow', 'finish'),
    meanwhile: removeDovFromVault,
    success: { updated_count: 1 },
    refusal: { updated_count: 0 },
  },
  {
    request: 'A new emoji',
    change: 'the organization allows them to administrators only',
    prepare:
      async ({ dov }) =>
      () =>
        sendPicture(dov, '/realm/emoji/parley'),
    beforeWait: beforeR2Put,
    meanwhile: onlyAdministrators('can_add_custom_emoji_group'),
    refusal: { msg: 'Insufficient permission' },
  },
  {
    request: 'A new emoji',
    change: 'another person takes its name',
    prepare:
      async ({ dov }) =>
      () =>
        sendPicture(dov, '/realm/emoji/parley'),
    beforeWait: beforeR2Put,
    meanwhile: async ({ ada }) => succeeded(await sendPicture(ada, '/realm/emoji/parley')),
    refusal: { msg: 'A custom emoji with this name already exists.' },
  },
  {
    request: 'A new icon of the organization',
    change: 'its sender loses the administrator role',
    prepare:
      async ({ ben }) =>
      () =>
        sendPicture(ben, '/realm/icon'),
    beforeWait: beforeR2Put,
    meanwhile: demoteBen,
    refusal: { msg: 'Must be an organization administrator' },
  },
  {
    request: 'A new profile picture',
    change: 'the organization turns such changes off',
    prepare:
      async ({ dov }) =>
      () =>
        sendPicture(dov, '/users/me/avatar'),
    beforeWait: beforeR2Put,
    meanwhile: setting('avatar_changes_disabled', true),
    refusal: { msg: 'Avatar changes are disabled in this organization.' },
  },
  {
    request: 'A new bot with a picture',
    change: 'the organization allows bots to administrators only',
    prepare:
      async ({ dov }) =>
      () =>
        sendPicture(dov, `/bots?${formOf({ full_name: 'Gil', short_name: 'gil' }).toString()}`),
    beforeWait: beforeR2Put,
    meanwhile: onlyAdministrators('can_create_bots_group'),
    refusal: { msg: 'Insufficient permission' },
  },
  {
    request: 'A new bot with a picture',
    change: 'its owner becomes a guest',
    prepare:
      async ({ dov }) =>
      () =>
        sendPicture(dov, `/bots?${formOf({ full_name: 'Gil', short_name: 'gil' }).toString()}`),
    beforeWait: beforeR2Put,
    meanwhile: async ({ ada, dov }) => succeeded(await ada.patch(`/users/${dov.id}`, { role: 600 })),
    refusal: { msg: 'Not allowed for guest users' },
  },
  {
    request: 'A new picture of a bot',
    change: 'the bot gets another owner',
    prepare: async (cast) => {
      const bot = await newBot(cast.dov, 'gil')
      botToTransfer = bot
      const body = () => formWith(fileOf(PNG, 'me.png', 'image/png'))
      return async () => (await cast.dov.request(`/bots/${bot.id}`, { method: 'PATCH', body: body() })).json()
    },
    beforeWait: beforeR2Put,
    meanwhile: async ({ ada, cleo }) =>
      succeeded(await ada.patch(`/bots/${botToTransfer!.id}`, { bot_owner_id: cleo.id })),
    refusal: { msg: 'Insufficient permission' },
  },
  {
    request: 'An upload',
    change: 'another upload uses the quota',
    prepare:
      async ({ dov }) =>
      async () => {
        const body = formWith(fileOf(new Uint8Array(12 * MIB), 'large.bin'))
        return (await dov.request('/user_uploads', { method: 'POST', body })).json()
      },
    beforeWait: beforeStepOf('POST /user_uploads', 'finish'),
    meanwhile: async ({ ada }) => {
      const body = formWith(fileOf(new Uint8Array(14 * MIB), 'large.bin'))
      return succeeded(await (await ada.request('/user_uploads', { method: 'POST', body })).json())
    },
    refusal: { result: 'error', msg: expect.stringContaining('quota') },
  },
]

testCases(CASES)
