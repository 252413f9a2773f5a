import { succeeded, type Json, type Person } from '../../support/person'
import { newChannel } from '../../support/realm'
import type { Case, Cases } from '../case'
import type { World } from '../world'
import { newPerson } from './accounts'

const DESCRIPTION = 'A *description* with :tada: in it. '.repeat(40).slice(0, 1024)
// The HTML of all descriptions of a request has the same limit as that of one message.
const SHORT_DESCRIPTION = DESCRIPTION.slice(0, 180)

let made = 0
const name = () => `made ${++made} `.padEnd(59, 'x')

async function newGroup({ cast }: World, members: readonly number[]): Promise<number> {
  return succeeded(await cast.ada.post('/user_groups/create', { name: name(), description: '', members })).group_id
}

const newDefaultGroup = async ({ cast, halls }: World, count: number): Promise<number> => {
  const group_name = name()
  const stream_names = halls.slice(0, count).map((hall) => hall.name)
  const group = { group_name, description: 'x', stream_names }
  succeeded(await cast.ada.post('/default_stream_groups/create', group))
  const { state } = await cast.ada.registers({ fetch_event_types: ['default_stream_groups'] })
  return state.realm_default_stream_groups.find((group: Json) => group.name === group_name).id
}

const permissionsOf = (world: World, old: boolean) => {
  const holders = { direct_members: world.crowd.slice(0, 500), direct_subgroups: world.groups }
  return old ? { new: holders, old: undefined } : holders
}

const GROUP_PERMISSIONS = [
  'can_add_members_group',
  'can_join_group',
  'can_leave_group',
  'can_manage_group',
  'can_mention_group',
  'can_remove_members_group',
]
const CHANNEL_PERMISSIONS = [
  'can_add_subscribers_group',
  'can_administer_channel_group',
  'can_create_topic_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_move_messages_out_of_channel_group',
  'can_move_messages_within_channel_group',
  'can_remove_subscribers_group',
  'can_resolve_topics_group',
  'can_send_message_group',
  'can_subscribe_group',
]
const permissionFields = (world: World, names: readonly string[], old = false) =>
  Object.fromEntries(names.map((name) => [name, permissionsOf(world, old)]))

async function member(world: World): Promise<Person> {
  const person = await newPerson(world)
  succeeded(
    await person.post('/users/me/subscriptions', { subscriptions: world.halls.map((hall) => ({ name: hall.name })) }),
  )
  return person
}

async function largestChannelChange(world: World) {
  const { stream_id } = await newChannel(world.cast.ada, name(), [world.cast.ada])
  return {
    fields: {
      stream_id,
      new_name: name(),
      description: DESCRIPTION,
      is_private: true,
      is_web_public: false,
      history_public_to_subscribers: true,
      is_default_stream: false,
      is_archived: undefined,
      topics_policy: 'inherit',
      ...permissionFields(world, CHANNEL_PERMISSIONS, true),
    },
  }
}

const mostMembers: Case = async (world, maximumOf) => ({
  fields: {
    user_group_id: await newGroup(world, []),
    add: world.crowd.slice(0, maximumOf('add')),
    delete: world.crowd.slice(0, maximumOf('delete')),
    add_subgroups: world.groups.slice(0, maximumOf('add_subgroups')),
    delete_subgroups: world.groups.slice(0, maximumOf('delete_subgroups')),
  },
})

export const channelCases: Cases = {
  'POST /user_groups/create': (world) => ({
    fields: { name: name(), description: DESCRIPTION, ...permissionFields(world, GROUP_PERMISSIONS) },
  }),
  'PATCH /user_groups/:user_group_id': async (world) => ({
    fields: {
      user_group_id: await newGroup(world, []),
      name: name(),
      description: DESCRIPTION,
      deactivated: undefined,
      ...permissionFields(world, GROUP_PERMISSIONS, true),
    },
  }),
  'POST /user_groups/:user_group_id/members': mostMembers,
  'POST /parley/what_if/user_groups/:user_group_id/members': mostMembers,
  'GET /user_groups/:user_group_id/members': async (world) => ({
    fields: { user_group_id: await newGroup(world, world.crowd), direct_member_only: false },
  }),
  'POST /user_groups/:user_group_id/subgroups': async (world, maximumOf) => ({
    fields: {
      user_group_id: await newGroup(world, []),
      add: world.groups.slice(0, maximumOf('add')),
      delete: world.groups,
    },
  }),
  'POST /user_groups/:user_group_id/deactivate': async (world) => ({
    fields: { user_group_id: await newGroup(world, world.crowd) },
  }),
  'GET /user_groups/:user_group_id/members/:user_id': ({ groups, cast }) => ({
    fields: { user_group_id: groups[0], user_id: cast.dov.id },
  }),

  'POST /channels/create': (world) => ({
    fields: {
      name: name(),
      description: DESCRIPTION,
      is_web_public: false,
      invite_only: false,
      is_default_stream: false,
      topics_policy: 'inherit',
      ...permissionFields(world, CHANNEL_PERMISSIONS),
    },
  }),
  'PATCH /streams/:stream_id': largestChannelChange,
  'POST /parley/what_if/streams/:stream_id': largestChannelChange,
  'DELETE /streams/:stream_id': async (world) => ({
    fields: { stream_id: (await newChannel(world.cast.ada, name(), [world.cast.ada])).stream_id },
  }),
  'GET /streams/:stream_id/members': ({ square }) => ({ fields: { stream_id: square.stream_id } }),
  'GET /streams/:stream_id/email_address': ({ cast }) => ({
    fields: { stream_id: cast.general.stream_id, sender_id: undefined },
  }),
  'POST /parley/streams/:stream_id/email_address': ({ cast }) => ({
    fields: { stream_id: cast.general.stream_id, sender_id: undefined, everyone: true },
  }),
  'POST /default_streams': ({ halls }) => ({ fields: { stream_id: halls[499]!.stream_id } }),
  'DELETE /default_streams': ({ halls }) => ({ fields: { stream_id: halls[499]!.stream_id } }),
  'POST /default_stream_groups/create': () => ({ fields: { group_name: name(), description: DESCRIPTION } }),
  'PATCH /default_stream_groups/:group_id': async (world) => ({
    fields: { group_id: await newDefaultGroup(world, 1), new_group_name: name(), new_description: DESCRIPTION },
  }),
  'DELETE /default_stream_groups/:group_id': async (world) => ({
    fields: { group_id: await newDefaultGroup(world, 499) },
  }),
  'PATCH /default_stream_groups/:group_id/streams': async (world) => ({
    fields: {
      group_id: await newDefaultGroup(world, 1),
      op: 'add',
      stream_names: world.halls.slice(2, 499).map((hall) => hall.name),
    },
  }),

  // The maximal number of subscriptions of one request, in new channels.
  'POST /users/me/subscriptions': (world) => ({
    fields: {
      subscriptions: Array.from({ length: 10 }, () => ({ name: name(), description: DESCRIPTION })),
      principals: world.crowd.slice(0, 500),
      announce: true,
      is_default_stream: false,
      is_web_public: false,
      invite_only: false,
      topics_policy: 'inherit',
      ...permissionFields(world, CHANNEL_PERMISSIONS),
    },
  }),
  'DELETE /users/me/subscriptions': ({ crowd, square }, maximumOf) => ({
    fields: { subscriptions: [square.name], principals: crowd.slice(0, maximumOf('principals')) },
  }),
  'PATCH /users/me/subscriptions': async (world, maximumOf) => ({
    sender: await member(world),
    fields: {
      // One request creates at most 100 channels.
      add: Array.from({ length: 100 }, () => ({ name: name(), color: '#aabbcc', description: SHORT_DESCRIPTION })),
      delete: world.halls.slice(0, maximumOf('delete')).map((hall) => hall.name),
    },
  }),
  'POST /users/me/subscriptions/properties': async (world, maximumOf) => ({
    sender: await member(world),
    fields: {
      subscription_data: Array.from({ length: maximumOf('subscription_data') }, (_, index) => ({
        stream_id: world.halls[index % 500]!.stream_id,
        property: ['is_muted', 'pin_to_top', 'push_notifications', 'email_notifications'][Math.floor(index / 500) % 4]!,
        value: true,
      })),
    },
  }),
  'PATCH /users/me/subscriptions/:stream_id': ({ halls }) => ({
    fields: { stream_id: halls[0]!.stream_id, property: 'is_muted', value: true },
  }),
  'POST /user_topics': () => ({ fields: { topic: 'x'.repeat(60), visibility_policy: 3 } }),
  'PATCH /users/me/subscriptions/muted_topics': ({ cast }) => ({
    fields: { stream: undefined, stream_id: cast.general.stream_id, topic: 'y'.repeat(60), op: 'add' },
  }),
  'POST /channel_folders/create': () => ({ fields: { name: name(), description: DESCRIPTION } }),
  'PATCH /channel_folders/:channel_folder_id': async ({ cast }) => {
    const { channel_folder_id } = succeeded(
      await cast.ada.post('/channel_folders/create', { name: name(), description: '' }),
    )
    return { fields: { channel_folder_id, name: name(), description: DESCRIPTION, is_archived: false } }
  },
  'PATCH /channel_folders': async ({ cast }) => {
    const order = []
    for (let index = 0; index < 190; index++)
      succeeded(await cast.ada.post('/channel_folders/create', { name: name(), description: '' }))
    const { channel_folders } = succeeded(await cast.ada.get('/channel_folders', { include_archived: true }))
    order.push(...channel_folders.map(({ id }: Json) => id).toReversed())
    return { fields: { order } }
  },
}
