import type { RequestGenerators } from '../request-generator'

const FIRST = [1, 2]

/** Settings of the organization. */
export const organization: RequestGenerators = {
  'PATCH /realm': [
    ({ pick }) =>
      pick<Record<string, string | boolean | number | object>>([
        { description: pick(['Us', 'All of us']) },
        { name: pick(['Here', 'There']) },
        { message_content_edit_limit_seconds: pick([600, 60]) },
        { waiting_period_threshold: pick([0, 100]) },
        { can_create_groups: { new: pick([3, 6]) } },
        { can_access_all_users_group: { new: pick([7, 6]) } },
        { allow_message_editing: pick([true, false]) },
        { disallow_disposable_email_addresses: pick([true, false]) },
      ]),
  ],
  'PATCH /realm/user_settings_defaults': [({ pick }) => ({ twenty_four_hour_time: pick([true, false]) })],
  'POST /default_streams': [({ pick }) => ({ stream_id: pick([1, 4]) })],
  'DELETE /default_streams': [({ pick }) => ({ stream_id: pick([1, 4]) })],
  'POST /default_stream_groups/create': [
    ({ world }) => ({ group_name: `bundle-${world.counter++}`, description: 'x', stream_names: [] }),
  ],
  'PATCH /default_stream_groups/:group_id': [
    ({ pick }) => ({ group_id: pick(FIRST), new_description: pick(['a', 'b']) }),
  ],
  'DELETE /default_stream_groups/:group_id': [({ pick }) => ({ group_id: pick(FIRST) })],
  'PATCH /default_stream_groups/:group_id/streams': [
    ({ pick }) => ({ group_id: pick(FIRST), op: pick(['add', 'remove']), stream_names: ['general'] }),
  ],
  'POST /channel_folders/create': [({ world }) => ({ name: `folder-${world.counter++}`, description: 'x' })],
  'PATCH /channel_folders/:channel_folder_id': [
    ({ pick }) => ({
      channel_folder_id: pick(FIRST),
      description: pick(['a', 'b']),
      is_archived: pick([undefined, true, false]),
    }),
  ],
  'PATCH /channel_folders': [({ pick }) => ({ order: pick([[1], [2, 1], [1, 2]]) })],
  'POST /realm/profile_fields': [({ world }) => ({ name: `field-${world.counter++}`, hint: '', field_type: 1 })],
  'PATCH /realm/profile_fields/:field_id': [
    ({ pick, world }) => ({ field_id: pick(FIRST), name: `field-${world.counter++}` }),
  ],
  'DELETE /realm/profile_fields/:field_id': [({ pick }) => ({ field_id: pick(FIRST) })],
  'PATCH /users/me/profile_data': [({ pick }) => ({ data: [{ id: pick(FIRST), value: pick(['this', 'that']) }] })],
  'DELETE /users/me/profile_data': [({ pick }) => ({ data: [pick(FIRST)] })],
  'POST /realm/domains': [({ world }) => ({ domain: `d${world.counter++}.example`, allow_subdomains: false })],
}
